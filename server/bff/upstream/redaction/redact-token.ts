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

export interface RedactOptions {
  /** Finder of the session's token, as the call carried it. */
  finder: TokenFinder;
  /** True if the row is a download of a file. */
  isDownload: boolean;
  /** Called once for each kind of removal, never with a value. */
  removed(what: Removed): void;
}

/** Maximum bytes of a body that is searched before its headers are sent, so that they can state its length. */
const smallBody = 64 * 1024;

/** These headers describe the host's bytes, and the sent bytes differ. */
const ofTheBytes = ['accept-ranges', 'content-encoding', 'content-length', 'content-range'];

/**
 * Removes the session's token, and all fields that hold a token, from the answer to a call that carried one, before
 * the rest of the BFF reads it. Hosts repeat what they receive in greetings, debug pages and whole request dumps; a
 * removed token can reach neither a page nor the log. Covers headers, and JSON or text bodies of any status, which
 * are decompressed for it; a file passes unchanged. A small body keeps its length and, if nothing was removed, its
 * validator; a larger one is streamed in flat memory. Throws AppError 502 for an unknown encoding, and for a small
 * body that is cut.
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
  // The end of either side ends the other: a browser that leaves releases the host, a host that fails cuts off the
  // browser.
  pipeline([answer.body, ...unpackers(answer), removeTokenFields(removed), last], () => {});
  // The reader of the stream sees its errors. Until it has a reader, an error without a listener would end the
  // process.
  last.on('error', () => {});
  const small = await wholeWhenSmall(last);
  describe(headers, small?.length, isChanged);
  return {
    status: answer.status,
    headers,
    body: small ? Readable.from([small], { objectMode: false }) : last,
  };
}

/** Sets the headers that describe the body: the length of a small one. */
function describe(headers: UpstreamAnswer['headers'], length: number | undefined, isChanged: boolean): void {
  // Set to undefined instead of deleted: V8 looks up names more slowly in an object with deleted properties.
  for (const name of ofTheBytes) if (headers[name] !== undefined) headers[name] = undefined;
  if (length !== undefined) headers['content-length'] = String(length);
  // For bytes that may differ from the host's, only a weak validator remains true (RFC 9110 §8.8.1).
  const { etag } = headers;
  if ((isChanged || length === undefined) && typeof etag === 'string' && !etag.startsWith('W/'))
    headers.etag = `W/${etag}`;
}

/**
 * True if a whole body contains neither the token nor a field that could hold one. False also where only a full
 * search can decide: at a word that contains such a field's name, and at escaped letters, which may spell that name.
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
 * Returns a small body whole. For an empty or a larger one returns undefined and restores the stream as if unread.
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

/** Returns the headers with the mark in place of the token. */
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
  // Most answers have no token: a single search over all headers together shows it.
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

/** True for bytes that pass unchanged: a download of a file, and anything that is neither JSON nor text. */
function isFile(answer: UpstreamAnswer, isDownload: boolean): boolean {
  if (answer.status >= 400) return false;
  if (isDownload) return true;
  if (isJson(answer)) return false;
  if (!/^text\//i.test(String(answer.headers['content-type'] ?? ''))) return true;
  return /^attachment(;|$)/i.test(String(answer.headers['content-disposition'] ?? ''));
}

/** Hosts are not asked to compress, but some do; compressed data cannot be searched. */
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
