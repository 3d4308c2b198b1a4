import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { AppError } from '../../errors.ts';
import { unusableAnswer } from './failures.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * Maximum size of one JSON answer in bytes, compressed as well as decompressed. A page of ten posts with 6 MB of
 * inline images each fits.
 */
const jsonAnswerBytes = 64 * 1024 * 1024;

const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

export function isJson(answer: UpstreamAnswer): boolean {
  const type = String(answer.headers['content-type'] ?? '');
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
  const packed = answer.arriving?.received ?? (await readWhole(answer, limit));
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

async function readWhole(answer: UpstreamAnswer, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    if (Number(answer.headers['content-length']) > limit) throw tooLarge(limit);
    if (answer.arriving) return await answer.arriving.whole(limit);
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      length += chunk.length;
      // Throwing leaves the loop, which closes the stream and thereby ends the exchange.
      if (length > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    answer.body.on('error', () => {}).destroy();
    if (error instanceof AppError && error.code === 'upstream.timeout') throw lateBody();
    throw error instanceof AppError ? error : unusableAnswer(error);
  }
  return Buffer.concat(chunks, length);
}

/** Returns an error with the same code as undici's, so that the log names the same cause (http/causes.ts). */
function lateBody(): AppError {
  const cause = Object.assign(new Error('the body did not end in time'), { code: 'UND_ERR_BODY_TIMEOUT' });
  return new AppError('upstream.timeout', 504, { cause });
}

function tooLarge(limit: number): RangeError {
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
  return {
    status,
    headers: { ...passed, 'content-type': 'application/json', 'content-length': String(bytes.length) },
    body: Readable.from([bytes], { objectMode: false }),
  };
}
