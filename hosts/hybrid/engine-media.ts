import { Readable } from 'node:stream';
import { ownMediaPath } from '../../server/bff/upstream/addresses.ts';
import { isJson, readBytes } from '../../server/bff/upstream/json-answer.ts';
import type { UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';

const enginePath = '/storage';

/**
 * Returns the engine's path for the path under which visitors see a file of the engine, including the query;
 * undefined for any other path.
 */
export function enginePathOf(path: string): string | undefined {
  return path.startsWith(`${ownMediaPath}/`) ? `${enginePath}${path.slice(ownMediaPath.length)}` : undefined;
}

/**
 * Matches a whole JSON string that has exactly the form of the engine's media paths (content-api/media/addresses.ts).
 */
const address = /"\/storage(\/\d{4}\/[0-9a-f]{32}\.[a-z0-9]{3,4})"/g;

/**
 * Replaces the media paths in a JSON answer of the engine by those that visitors see. Answers that are not JSON stay
 * unchanged.
 */
export async function withEngineMedia(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  if (!isJson(answer)) return answer;
  const bytes = await readBytes(answer);
  // latin1 maps each byte to one character and back, so all bytes outside the replaced paths stay the same.
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
