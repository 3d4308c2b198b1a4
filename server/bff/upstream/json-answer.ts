import { finished } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { AppError } from '../../errors.ts';
import { unusableAnswer, upstreamFailure } from './failures.ts';
import type { UpstreamAnswer } from './upstream.ts';
import { WholeAnswer } from './whole-answer.ts';

/**
 * Maximum size of one JSON answer in bytes, compressed as well as decompressed. A page of ten posts with 6 MB of
 * inline images each fits.
 */
export const jsonAnswerBytes = 64 * 1024 * 1024;

const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

export function isJson({ headers }: Pick<UpstreamAnswer, 'headers'>): boolean {
  const type = String(headers['content-type'] ?? '');
  return /^application\/(json|[\w.+-]{1,64}\+json)\s*(;|$)/i.test(type);
}

/**
 * Reads the whole answer as JSON. It is decompressed if the host compressed it without being asked to. Throws
 * AppError 502 upstream.badAnswer for a body that is cut, larger than `limit` bytes, in an unknown encoding or not
 * JSON, and 504 if the body does not end in time.
 */
export async function readJson(answer: UpstreamAnswer, limit = jsonAnswerBytes): Promise<unknown> {
  return parseJson(await readBytes(answer, limit));
}

/** Reads the whole answer as bytes; decompresses and throws like `readJson`. */
export async function readBytes(answer: UpstreamAnswer, limit = jsonAnswerBytes): Promise<Buffer> {
  const packed = answer.bytes ?? (await readWhole(answer, limit));
  if (packed.length > limit) throw bodyFailure(tooLarge(limit));
  const encoding = answer.headers['content-encoding'];
  return encoding === undefined ? packed : unpack(packed, String(encoding), limit);
}

/** Parses a whole body as JSON; throws AppError 502 upstream.badAnswer if it is not JSON. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw unusableAnswer(error);
  }
}

async function readWhole({ headers, body }: UpstreamAnswer, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    if (Number(headers['content-length']) > limit) throw tooLarge(limit);
    await new Promise<void>((resolve, reject) => {
      finished(body, { writable: false }, (error) => (error ? reject(error) : resolve()));
      body.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > limit) reject(tooLarge(limit));
        else chunks.push(chunk);
      });
    });
  } catch (error) {
    // Ends the exchange.
    body.on('error', () => {}).destroy();
    throw bodyFailure(error);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
}

/** Returns the error for a body that did not arrive as a whole. */
export function bodyFailure(error: unknown): AppError {
  if (upstreamFailure(error).code === 'upstream.timeout') return lateBody();
  return error instanceof AppError ? error : unusableAnswer(error);
}

/** Returns an error with the same code as undici's, so that the log names the same cause (http/causes.ts). */
function lateBody(): AppError {
  const cause = Object.assign(new Error('the body did not end in time'), { code: 'UND_ERR_BODY_TIMEOUT' });
  return new AppError('upstream.timeout', 504, { cause });
}

export function tooLarge(limit: number): RangeError {
  return new RangeError(`more than ${limit} bytes of JSON`);
}

async function unpack(bytes: Buffer, encoding: string, limit: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const unpacker = Object.hasOwn(unpackers, name) ? unpackers[name as keyof typeof unpackers] : undefined;
  if (!unpacker) throw unusableAnswer(new Error(`content-encoding ${name.slice(0, 40)}`));
  try {
    // The limit applies while the body is decompressed, because a few kilobytes can decompress to gigabytes.
    return await unpacker(bytes, { maxOutputLength: limit });
  } catch (error) {
    throw unusableAnswer(error);
  }
}

/** Headers of a host's answer that stay true when the BFF replaces the body. */
const kept = ['cache-control', 'retry-after', 'set-cookie', 'vary', 'age', 'expires'] as const;

/** Returns an answer of the BFF that replaces the host's. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: UpstreamAnswer['headers'] = {},
): UpstreamAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  const passed = Object.fromEntries(
    kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  const own = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return new WholeAnswer(status, { ...passed, ...own }, bytes);
}
