import { finished, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { isRecord } from '#shared/json.ts';
import { KIB, MIB } from '#shared/limits.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { AppError, codeOf } from '../../errors.ts';
import { type RewriteRules, rewriteLocation } from './addresses.ts';
import { browserHeaders } from './headers.ts';
import type { UpstreamAnswer } from './upstream.ts';

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

export function isJson({ headers }: Pick<UpstreamAnswer, 'headers'>) {
  const type = String(headers['content-type'] ?? '');
  return /^application\/(json|[\w.+-]{1,64}\+json)\s*(;|$)/i.test(type);
}

/** True for an answer without a body, whatever the request was. */
export function hasNoBody({ status, headers }: UpstreamAnswer) {
  return [204, 205, 304].includes(status) || headers['content-length'] === '0';
}

/**
 * Reads the whole answer as JSON. It is decompressed if the host compressed it without being asked to. Throws
 * AppError 502 upstream.badAnswer for a body that is cut, larger than `limit` bytes, in an unknown encoding or not
 * JSON, and 504 if the body does not end in time.
 */
export async function readJson(answer: UpstreamAnswer, limit = jsonAnswerBytes) {
  return parseJson(await readBytes(answer, limit));
}

/** Reads the whole answer as bytes; decompresses and throws like `readJson`. */
export async function readBytes(answer: UpstreamAnswer, limit = jsonAnswerBytes) {
  const packed = answer.bytes ?? (await readWhole(answer, limit));
  if (packed.length > limit) throw bodyFailure(tooLarge(limit));
  const encoding = answer.headers['content-encoding'];
  return encoding === undefined ? packed : unpack(packed, String(encoding), limit);
}

/** Parses a whole body as JSON; throws AppError 502 upstream.badAnswer if it is not JSON. */
export function parseJson(bytes: Buffer): unknown {
  try {
    const text = bytes.toString();
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (error) {
    throw unusableAnswer(error);
  }
}

async function readWhole({ headers, body }: UpstreamAnswer, limit: number) {
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
  return joinParts(chunks, length);
}

/** Returns the error for a body that did not arrive as a whole. */
export function bodyFailure(error: unknown) {
  if (upstreamFailure(error).code !== 'upstream.timeout')
    return error instanceof AppError ? error : unusableAnswer(error);
  // The error has the same code as undici's, so that the log names the same cause (`causeOf`).
  const cause = Object.assign(new Error('the body did not end in time'), { code: 'UND_ERR_BODY_TIMEOUT' });
  return new AppError('upstream.timeout', 504, { cause });
}

export function tooLarge(limit: number) {
  return new RangeError(`more than ${limit} bytes of JSON`);
}

async function unpack(bytes: Buffer, encoding: string, limit: number) {
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
export function jsonAnswer(status: number, body: unknown, headers: UpstreamAnswer['headers'] = {}) {
  const bytes = Buffer.from(JSON.stringify(body));
  const passed = Object.fromEntries(
    kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  const own = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return new WholeAnswer(status, { ...passed, ...own }, bytes);
}

/**
 * An answer that is in memory as a whole. This is a class and not an object literal with a getter, because V8 would
 * give each such object a shape of its own.
 */
export class WholeAnswer implements UpstreamAnswer {
  readonly status: number;
  readonly headers: UpstreamAnswer['headers'];
  readonly bytes: Buffer;

  constructor(status: number, headers: UpstreamAnswer['headers'] = {}, bytes: Buffer = Buffer.alloc(0)) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  get body() {
    return Readable.from([this.bytes], { objectMode: false });
  }
}

/** Error codes for a host that accepts a connection or a request but does not answer. */
const silent = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
]);

/** Error codes for a host whose answer is not usable HTTP. */
const unusable = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'ERR_ASSERTION',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Messages of undici for bytes that are not a valid answer. */
const unusableTexts = /^(bad response|bad upgrade)$/;

/**
 * Turns a failure between the BFF and the API host into an error with a readable message
 * (server/bff/upstream/README.md, "Failures"): 504 if the host does not answer, 502 for an unusable answer or an
 * unreachable host. The client library's error becomes the cause, for the log. An AppError is returned unchanged.
 */
export function upstreamFailure(error: unknown) {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  if (silent.has(code)) return new AppError('upstream.timeout', 504, { cause: error });
  // Errors of Node's parser have a code with this prefix. Errors of undici's parser have the same codes, or no code and
  // this name.
  const isOfParser = code.startsWith('HPE_') || name === 'HTTPParserError';
  if (isOfParser || unusable.has(code) || unusableTexts.test(message)) return unusableAnswer(error);
  // The client library refuses to send the path or a header. This site or the browser caused that, and not the host.
  if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_CHAR' || code === 'ERR_UNESCAPED_CHARACTERS') {
    return new AppError('request.badTarget', 400, { cause: error });
  }
  // All other failures: connection refused, unknown name, TLS, connection reset, or closed before an answer.
  return new AppError('upstream.unreachable', 502, { cause: error });
}

/** Returns the error for an answer, or a part of one, that violates the protocol or the contract. */
export function unusableAnswer(cause: unknown) {
  return new AppError('upstream.badAnswer', 502, { cause });
}

/** Maximum number of bytes of a failed answer that are logged. */
const excerptBytes = 2_048;
const keptStatuses = new Set([500, 502, 503, 504]);

/**
 * Turns a 5xx of the API host into an error of this site. It has the host's status, so that a load balancer sees the
 * truth, but not the host's body, which may contain stack traces or SQL. For 507 the message states that there is no
 * room. The beginning of the body becomes the cause of the error, for the log; `redactToken` has already removed the
 * caller's token, which a debug page may repeat.
 */
export async function hostFailure(answer: UpstreamAnswer) {
  const excerpt = await readExcerpt(answer);
  const { 'retry-after': retryAfter } = browserHeaders(answer.headers, { sameBytes: false });
  const failed = new Error(`The API host answered ${answer.status}: ${excerpt}`);
  if (answer.status === 507) return new AppError('storage.full', 507, { cause: failed });
  return new AppError('upstream.failed', keptStatuses.has(answer.status) ? answer.status : 502, {
    cause: failed,
    retryAfter: answer.status === 503 ? retryAfter : undefined,
  });
}

export function isRedirect(status: number) {
  return status >= 300 && status < 400 && status !== 304;
}

/**
 * Statuses by which a host refuses a public form as a call: it asks for an account or a right that no visitor has, or
 * has nothing at the path. The sender can correct nothing.
 */
export const formCallRefusals = new Set([401, 403, 404, 405]);

/**
 * Returns the error for a redirect of the host. The BFF follows no redirect for the browser, and the contract has
 * none. The status is passed on; the target is passed on only if it is a path of this site.
 */
export function redirectError(answer: UpstreamAnswer, rules: RewriteRules) {
  dumpAnswer(answer);
  const location = [answer.headers.location ?? []].flat()[0];
  const own = location === undefined ? undefined : rewriteLocation(location, rules);
  return new AppError('upstream.badAnswer', answer.status, {
    cause: new Error(`The API host answered with a redirect, ${answer.status}`),
    ...(own && { headers: { Location: own } }),
  });
}

/** Discards an answer without reading its body, which ends the exchange. */
export function dumpAnswer(answer: UpstreamAnswer) {
  answer.body.on('error', () => {}).destroy();
}

/** Returns the error for a refusal (4xx) without usable JSON: with the host's status and this site's text. */
export function refusalError(status: number, headers: Record<string, string> = {}) {
  return new AppError(refusalCode(status), status, { retryAfter: headers['retry-after'] });
}

/** Fields in which frameworks in debug mode report where a failure happened. */
const debugKeys = new Set(['exception', 'file', 'line', 'trace', 'previous', 'debug']);

/**
 * Returns a refusal (4xx) of the API host as the envelope of shared/contract/README.md, "Answers": with the host's
 * own text and field errors, with `status` 0 even if the host omits it, and without a stack trace. Undefined if the
 * answer is not an object, since it contains no usable text then.
 */
export function refusalEnvelope(status: number, json: unknown): Envelope | undefined {
  if (!isRecord(json)) return undefined;
  const kept = Object.fromEntries(Object.entries(json).filter(([key]) => !debugKeys.has(key)));
  return { ...kept, status: 0, ...(status === 401 && { code: 'session.required' }) };
}

/**
 * True if the body of an answer states a refusal, regardless of the HTTP status. Always false for a body without
 * `status`; the HTTP status then decides.
 */
export function saysNo(json: unknown) {
  if (!isRecord(json) || !('status' in json)) return false;
  const { status } = json;
  // An object counts as a refusal, because `Number()` can throw for an object that a host sends.
  return typeof status === 'object' || Number(status) !== 1;
}

function refusalCode(status: number) {
  if (status === 401) return 'session.required';
  if (status === 404 || status === 410) return 'request.notFound';
  return 'upstream.refused';
}

async function readExcerpt(answer: UpstreamAnswer) {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= excerptBytes) break;
    }
  } catch {
    // If the body cannot be read, the excerpt contains what has arrived until then.
  }
  return Buffer.concat(chunks).subarray(0, excerptBytes).toString('utf8');
}

/** Only answers with a length between these two are remembered: a shorter one is searched faster than it is found. */
const shortest = KIB;
const longest = 2 * MIB;
/** Size of an entry beside its bytes, in bytes: a short buffer keeps the whole slab of its allocation. */
const entryBytes = 8 * KIB;

/** The findings about the bytes of an answer of the API host, for when they arrive again. */
interface RecentBytes {
  readonly bytes: Buffer;
  /** The objects, such as a contract row, whose search found nothing in the bytes. */
  readonly without: WeakSet<object>;
  /** By contract row: the bytes as they are sent to browsers (reads/present.ts), and the rules that were applied. */
  readonly presented: WeakMap<object, { rules: RewriteRules; bytes: Buffer }>;
}

/** By the length of the bytes. Another answer of the same length takes the place of the one before. */
const remembered = new LRUCache<number, RecentBytes>({
  maxSize: 16 * MIB,
  sizeCalculation: ({ bytes }) => bytes.length + entryBytes,
});

/**
 * Returns what is known about an answer with these bytes, or a new empty entry; undefined if the answer is too short
 * or too long to be remembered. This is no cache: the host is called each time, and only a repeated search through
 * the same bytes is saved. The bytes are compared completely.
 */
export function recentBytes(bytes: Buffer) {
  if (bytes.length < shortest || bytes.length > longest) return undefined;
  const known = remembered.get(bytes.length);
  if (known?.bytes.equals(bytes)) return known;
  const added: RecentBytes = { bytes, without: new WeakSet(), presented: new WeakMap() };
  remembered.set(bytes.length, added);
  return added;
}

/**
 * Returns the parts of a body as one buffer. An answer that is remembered is not copied: with every copy of 200 kB the
 * garbage collector would have to search the whole heap so much sooner.
 */
export function joinParts(parts: readonly Buffer[], length: number) {
  const known = remembered.get(length)?.bytes;
  let at = 0;
  const isSame = (part: Buffer) => {
    const from = at;
    at += part.length;
    return known?.compare(part, 0, part.length, from, at) === 0;
  };
  if (known && parts.every(isSame)) return known;
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, length);
}

/**
 * Returns the time that a Retry-After header states, in milliseconds from now. The header contains seconds or a date
 * (RFC 9110 §10.2.3). Undefined without a usable value; 0 or less for a date in the past. `today` is the current time
 * in milliseconds since 1970.
 */
export function retryAfterMs(header: string | string[] | undefined, today: number) {
  const text = [header ?? []].flat()[0]?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - today;
  return Number.isNaN(ms) ? undefined : ms;
}
