import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { AppError } from '../../../errors.ts';
import { ArrivingAnswer } from '../arriving-answer.ts';
import { unusableAnswer } from '../failures.ts';
import { isJson } from '../json-answer.ts';
import { recentBytes } from '../recent-bytes.ts';
import type { UpstreamAnswer } from '../upstream.ts';
import { removeTokenFields } from './token-fields.ts';
import { replaceToken, type TokenFinder } from './token-finder.ts';

/**
 * Names the part that was removed from an answer: the session's own token, or a field that holds a token, such as
 * `data.token`.
 */
type Removed = 'session token' | (string & {});

interface RedactOptions {
  /** Finds the token of the session that made the call. */
  finder: TokenFinder;
  /** True if the row is a download of a file. */
  isDownload: boolean;
  /** Called once for each kind of item that is removed, never with the removed value. */
  removed(what: Removed): void;
}

/**
 * Maximum size, in bytes, of a body that is searched before the headers are sent, so that the headers can state its
 * length.
 */
const smallBody = 64 * 1024;

/** Headers that describe the host's bytes. They are removed, because other bytes are sent. */
const ofTheBytes = ['accept-ranges', 'content-encoding', 'content-length', 'content-range'];

/**
 * Removes the session's token, and all fields that contain a token, from the answer to a call that carried a token.
 * This has to happen before the rest of the BFF reads the answer: hosts repeat what they receive in greetings, debug
 * pages and dumps of whole requests, and no token may reach a page or the log. Searches the headers, and JSON or text
 * bodies of any status, which are decompressed first; a file is passed on unchanged. A small body is sent with its
 * length; a larger one is streamed, so that memory use does not grow with it. The ETag becomes weak, except that of a
 * small body that is unchanged. Throws AppError 502 for an unknown encoding, and for a small body that is cut.
 */
export async function redactToken(answer: UpstreamAnswer, options: RedactOptions): Promise<UpstreamAnswer> {
  const { finder } = options;
  let isChanged = answer.headers['content-encoding'] !== undefined;
  const removed = onceEach((what) => {
    isChanged = true;
    options.removed(what);
  });
  const headers = redactHeaders(answer.headers, finder, () => removed('session token'));
  if (isEmpty(answer) || isFile(answer, options.isDownload)) return withHeaders(answer, headers);

  const whole = answer.headers['content-encoding'] === undefined ? answer.arriving?.received : undefined;
  if (whole && whole.length > 0 && isClean(whole, finder)) {
    describe(headers, whole.length <= smallBody ? whole.length : undefined, isChanged);
    return withHeaders(answer, headers);
  }

  const last = replaceToken(finder, () => removed('session token'));
  // If either end of the pipeline closes, so does the other: when the browser disconnects, the exchange with the host
  // ends, and when the host fails, the browser's connection is cut.
  pipeline([answer.body, ...unpackers(answer), removeTokenFields(removed), last], () => {});
  // This empty listener is for errors before the stream has a reader: an error without a listener would end the
  // process. A reader sees errors through its own listener.
  last.on('error', () => {});
  const small = await wholeWhenSmall(last);
  describe(headers, small?.length, isChanged);
  return {
    status: answer.status,
    headers,
    body: small ? Readable.from([small], { objectMode: false }) : last,
  };
}

/**
 * Sets the headers that describe the body: its length, if it is small enough to be known, and a suitable validator.
 */
function describe(headers: UpstreamAnswer['headers'], length: number | undefined, isChanged: boolean): void {
  // The headers are set to undefined and not deleted, because V8 looks up names more slowly in an object with deleted
  // properties.
  for (const name of ofTheBytes) if (headers[name] !== undefined) headers[name] = undefined;
  if (length !== undefined) headers['content-length'] = String(length);
  // If the bytes may differ from the host's, only a weak ETag stays true (RFC 9110 §8.8.1).
  const { etag } = headers;
  if ((isChanged || length === undefined) && typeof etag === 'string' && !etag.startsWith('W/'))
    headers.etag = `W/${etag}`;
}

/**
 * True if a whole body certainly contains neither the token nor a field that could hold a token. Also false where
 * only a full search can decide: if the word `token` occurs anywhere, or escaped letters that may spell it.
 */
function isClean(bytes: Buffer, finder: TokenFinder): boolean {
  const recent = recentBytes(bytes);
  if (recent?.without.has(finder)) return true;
  if (bytes.includes('token') || bytes.includes('\\u00') || finder.find(bytes).length > 0) return false;
  recent?.without.add(finder);
  return true;
}

/** Returns the answer with other headers and its unread body. */
function withHeaders(answer: UpstreamAnswer, headers: UpstreamAnswer['headers']): UpstreamAnswer {
  const { status, arriving } = answer;
  return arriving ? new ArrivingAnswer(status, headers, arriving) : { status, headers, body: answer.body };
}

/**
 * Returns the whole body if it is small. For an empty or a larger body returns undefined, and puts the bytes back
 * into the stream.
 */
async function wholeWhenSmall(body: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  let stop = () => {};
  const isWhole = await new Promise<boolean>((resolve, reject) => {
    const take = () => {
      while (length <= smallBody) {
        const chunk: Buffer | null = body.read();
        if (!chunk) return;
        chunks.push(chunk);
        length += chunk.length;
      }
      resolve(false);
    };
    const end = () => resolve(true);
    const fail = (error: unknown) => reject(error instanceof AppError ? error : unusableAnswer(error));
    stop = () => void body.off('readable', take).off('end', end).off('error', fail);
    body.on('readable', take).on('end', end).on('error', fail);
  }).finally(() => stop());
  if (isWhole && length > 0) return Buffer.concat(chunks);
  if (length > 0) body.unshift(Buffer.concat(chunks));
  return undefined;
}

/** Returns the headers with `[removed]` in place of the token. */
export function redactHeaders(
  headers: UpstreamAnswer['headers'],
  finder: TokenFinder,
  found: () => void = () => {},
): UpstreamAnswer['headers'] {
  const clean = (text: string) => {
    const bytes = Buffer.from(text, 'latin1');
    const cleaned = finder.replace(bytes);
    if (cleaned === bytes) return text;
    found();
    return cleaned.toString('latin1');
  };
  // Most answers do not contain the token. One search over all headers together shows this quickly.
  const together = Buffer.from(Object.values(headers).join('\n'), 'latin1');
  if (finder.find(together).length === 0) return { ...headers };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? clean(value) : value?.map(clean),
    ]),
  );
}

function isEmpty({ status, headers }: UpstreamAnswer): boolean {
  return [204, 205, 304].includes(status) || headers['content-length'] === '0';
}

/** True if the body is passed on unchanged: it is the file of a download, or neither JSON nor text. */
function isFile(answer: UpstreamAnswer, isDownload: boolean): boolean {
  if (answer.status >= 400) return false;
  if (isDownload) return true;
  if (isJson(answer)) return false;
  if (!/^text\//i.test(String(answer.headers['content-type'] ?? ''))) return true;
  return /^attachment(;|$)/i.test(String(answer.headers['content-disposition'] ?? ''));
}

/**
 * Returns the streams that decompress the body. Hosts are not asked to compress, but some do, and compressed data
 * cannot be searched.
 */
function unpackers(answer: UpstreamAnswer): NodeJS.ReadWriteStream[] {
  const name = String(answer.headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  switch (name) {
    case '':
    case 'identity':
      return [];
    case 'gzip':
    case 'x-gzip':
      return [createGunzip()];
    case 'deflate':
      return [createInflate()];
    case 'br':
      return [createBrotliDecompress()];
    case 'zstd':
      return [createZstdDecompress()];
    default:
      answer.body.on('error', () => {}).destroy();
      throw unusableAnswer(new Error(`content-encoding ${name.slice(0, 40)}`));
  }
}

function onceEach(report: (what: Removed) => void): (what: Removed) => void {
  const reported = new Set<Removed>();
  return (what) => {
    if (reported.has(what)) return;
    reported.add(what);
    report(what);
  };
}
