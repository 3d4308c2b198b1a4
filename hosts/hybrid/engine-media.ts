import { Readable } from 'node:stream';
import { ownMediaPath } from '../../server/bff/upstream/addresses.ts';
import { isJson, readBytes } from '../../server/bff/upstream/json-answer.ts';
import type { UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';

const enginePath = '/storage';

/** Returns the engine's path for a visitor's path, with its query; undefined for any other path. */
export function enginePathOf(path: string): string | undefined {
  return path.startsWith(`${ownMediaPath}/`) ? `${enginePath}${path.slice(ownMediaPath.length)}` : undefined;
}

/** A whole JSON string in exactly the form of an address of the engine (content-api/media/addresses.ts). */
const address = /"\/storage(\/\d{4}\/[0-9a-f]{32}\.[a-z0-9]{3,4})"/g;

/**
 * Rewrites addresses in an answer of the engine to those that visitors see. Files and other answers that are not JSON
 * stay unchanged.
 */
export async function withEngineMedia(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  if (!isJson(answer)) return answer;
  const bytes = await readBytes(answer);
  // latin1 maps each byte to one character, so that only the addresses change.
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
