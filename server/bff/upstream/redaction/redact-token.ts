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

/** What was taken out of an answer: the session's own token, or a field that holds one, such as `data.token`. */
type Removed = 'session token' | (string & {});

export interface RedactOptions {
  /** Of the session's token, as the call carried it. */
  finder: TokenFinder;
  /** The row is one of a file to be saved. */
  isDownload: boolean;
  /** Called once for each kind of thing, and never with a value. */
  removed(what: Removed): void;
}

/** Bytes of a body that is looked through before its headers go out, so that they can state its length. */
const smallBody = 64 * 1024;

/** These describe the bytes that the host sent, and ours are others. */
const ofTheBytes = ['accept-ranges', 'content-encoding', 'content-length', 'content-range'];

/**
 * The answer to a call that carried a session's token, as the rest of the BFF gets to see it: without that token, and
 * without fields that hold any. Hosts repeat what they are sent in greetings, in debug pages and in whole request dumps; what
 * is cut here can reach neither a page nor the log. Headers and JSON or text bodies of any status, unpacked for it; a file
 * passes untouched. A small body keeps a length and, when nothing was taken out of it, its validator; a larger one flows on in
 * flat memory. Throws AppError 502 for a packing that is not known, and for a small body that is cut.
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
  // An end of either side ends the other: a browser that leaves lets go of the host, a host that fails cuts the browser.
  pipeline([answer.body, ...unpackers(answer), removeTokenFields(removed), last], () => {});
  // Who reads it sees its errors; until then nobody listens, and an error that nobody hears ends the process.
  last.on('error', () => {});
  const small = await wholeWhenSmall(last);
  describe(headers, small?.length, isChanged);
  return {
    status: answer.status,
    headers,
    body: small ? Readable.from([small], { objectMode: false }) : last,
  };
}

/** Says of the body what is known of it when its headers go out: its length if it is a small one. */
function describe(headers: UpstreamAnswer['headers'], length: number | undefined, isChanged: boolean): void {
  // Not deleted: V8 looks names up more slowly in what something was deleted from.
  for (const name of ofTheBytes) if (headers[name] !== undefined) headers[name] = undefined;
  if (length !== undefined) headers['content-length'] = String(length);
  // Of bytes that may be others than the host's, only a weak validator still tells the truth (RFC 9110 §8.8.1).
  const { etag } = headers;
  if ((isChanged || length === undefined) && typeof etag === 'string' && !etag.startsWith('W/'))
    headers.etag = `W/${etag}`;
}

/**
 * True when a whole body has neither the token in it nor a field that could hold one. False also where only a closer look can
 * tell: at a word in which such a field's name stands, and at letters that are escaped, as that name may be.
 */
function isClean(bytes: Buffer, finder: TokenFinder): boolean {
  const recent = recentBytes(bytes);
  if (recent?.without.has(finder)) return true;
  if (bytes.includes('token') || bytes.includes('\\u00') || finder.find(bytes).length > 0) return false;
  recent?.without.add(finder);
  return true;
}

/** The same body, which nobody has looked at, under other headers. */
function withHeaders(answer: UpstreamAnswer, headers: UpstreamAnswer['headers']): UpstreamAnswer {
  const { status, arriving } = answer;
  return arriving ? new ArrivingAnswer(status, headers, arriving) : { status, headers, body: answer.body };
}

/** The body when it is a small one; undefined, and the body as if nobody had looked, when it is empty or larger. */
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

/** Headers with the mark where the token stood. */
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
  // Most have nothing: one look at all of them together says so.
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

/** Bytes that are handed on as they are: a file to be saved, and what is neither JSON nor text. */
function isFile(answer: UpstreamAnswer, isDownload: boolean): boolean {
  if (answer.status >= 400) return false;
  if (isDownload) return true;
  if (isJson(answer)) return false;
  if (!/^text\//i.test(String(answer.headers['content-type'] ?? ''))) return true;
  return /^attachment(;|$)/i.test(String(answer.headers['content-disposition'] ?? ''));
}

/** Hosts are not asked to pack, and some do all the same; what is packed cannot be searched. */
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
