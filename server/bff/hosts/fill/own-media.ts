import { Readable } from 'node:stream';
import type { Config } from '../../../config.ts';
import { isJson, readBytes } from '../../upstream/json-answer.ts';
import type { UpstreamAnswer } from '../../upstream/upstream.ts';

/**
 * Media of the engine, in front of a host whose own may lie at the very same paths (/storage is where Laravel has them): visitors see
 * them under a prefix of their own. The engine stores and serves them as ever, so that its data stays what it is.
 */
export const ownMediaPath = '/own-media';

/** The paths of media of a site, with the engine's own where it fills in beside a host. */
export function allMediaPaths({ ENGINE_FILLS: fills, UPSTREAM_MEDIA_PATHS: paths }: Config): string[] {
  return fills === undefined ? paths : [...paths, ownMediaPath];
}

const enginePath = '/storage';

/** The engine's path of a path that visitors see, query and all; undefined for any other. */
export function enginePathOf(path: string): string | undefined {
  return path.startsWith(`${ownMediaPath}/`) ? `${enginePath}${path.slice(ownMediaPath.length)}` : undefined;
}

/** A whole JSON text that has exactly the form of an address of the engine (content-api/media/addresses.ts). */
const address = /"\/storage(\/\d{4}\/[0-9a-f]{32}\.[a-z0-9]{3,4})"/g;

/** An answer of the engine with addresses as visitors see them. What is no JSON, and files, stay as they are. */
export async function withOwnMedia(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  if (!isJson(answer)) return answer;
  const bytes = await readBytes(answer);
  // Byte by byte one letter, so that nothing but the addresses changes.
  if (!bytes.includes('"/storage/')) return withBody(answer, bytes);
  const text = bytes.toString('latin1');
  return withBody(answer, Buffer.from(text.replace(address, `"${ownMediaPath}$1"`), 'latin1'));
}

function withBody({ status, headers: given }: UpstreamAnswer, body: Buffer): UpstreamAnswer {
  const { 'content-encoding': _packed, ...headers } = given;
  return {
    status,
    headers: { ...headers, 'content-length': String(body.length) },
    body: Readable.from([body], { objectMode: false }),
  };
}
