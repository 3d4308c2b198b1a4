import { isRecord } from '#shared/is-record.ts';
import { unusableAnswer } from './failures.ts';
import { isJson, readBytes } from './json-answer.ts';
import { recentBytes } from './recent-bytes.ts';
import type { UpstreamAnswer } from './upstream.ts';
import { WholeAnswer } from './whole-answer.ts';

/**
 * Fields that contain a token, at the top level of an answer and in its `data`: the four places from which sign-in
 * reads the token (server/bff/session/README.md).
 */
export const tokenFields: readonly string[] = ['token', 'access_token'];

const mark = '[removed]';
const sessionToken = 'session token';
/** A shorter token occurs in any text by chance, and could be guessed anyway. */
const shortestToken = 6;
/** A shorter piece of Base64 occurs by chance, because inline images consist of megabytes of Base64. */
const shortestBase64 = 16;

export type TokenSearch = ReturnType<typeof createTokenSearch>;

/** Finds one token in the spellings in which a careless host repeats it: plain, escaped, and in Base64. */
export function createTokenSearch(token: string) {
  const spellings = token.length < shortestToken ? [] : [token, ...base64Of(token)];
  // Escaping leaves letters and digits as they are, or escapes all of them. So a text that contains the token contains
  // the longest run of its letters and digits, or an escape of the first of these.
  const runs = spellings.map((text) =>
    (text.match(/[\da-z]+/gi) ?? ['']).reduce((one, other) => (other.length > one.length ? other : one)),
  );
  const needles = [...runs, ...escapesOf(runs[0] ?? '')].map((text) => Buffer.from(text));
  const holds = (text: string) => spellings.some((one) => text.includes(one));
  const isIn = (text: string) => holds(text) || holds(unescaped(text));
  return {
    mayBeIn: (bytes: Buffer) => needles.some((needle) => bytes.includes(needle)),
    isIn,
    /** Returns the text without the token. A word that contains it in another spelling is removed as a whole. */
    clean(text: string): string {
      if (!isIn(text)) return text;
      const plain = text.replaceAll(token, mark);
      const words = plain.replace(/[^\s"'<>]+/g, (word) => (isIn(word) ? mark : word));
      return isIn(words) ? mark : words;
    },
  };
}

/**
 * The Base64 of a text depends on its offset in the encoded bytes, of which there are three cases. Each is cut to the
 * characters that depend on the token alone.
 */
function base64Of(token: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.from('-'.repeat(offset) + token, 'latin1').toString('base64');
    const text = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + token.length) * 8) / 6));
    return text.length < shortestBase64 ? [] : [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function escapesOf(run: string): string[] {
  if (run === '') return [];
  const code = run.charCodeAt(0);
  const hex = code.toString(16);
  return [hex, hex.toUpperCase()].flatMap((each) => [
    `\\u00${each}`,
    `%${each}`,
    `&#x${each};`,
    `&#${code};`,
  ]);
}

/** Escapes of visible ASCII: of JSON, also of JSON that is quoted in JSON, of URLs, and of HTML. */
const escapes = /\\{1,4}(?:u00([2-7][\da-f])|([/"\\]))|%([2-7][\da-f])|&#(?:x([2-7][\da-f])|(\d{2,3}));/gi;

function unescaped(text: string): string {
  return text.replace(escapes, (_, json, plain, url, html, code) => {
    const hex = json ?? url ?? html;
    return plain ?? String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(code));
  });
}

interface RedactOptions {
  /** Finds the token of the session that made the call. */
  search: TokenSearch;
  /** True if the row is a download of a file. */
  isDownload: boolean;
  /** Called once for each kind of item that is removed, such as `data.token`; never with the removed value. */
  removed(what: string): void;
}

/** Headers that describe the host's bytes. They are removed, because other bytes may be sent. */
const ofTheBytes = ['accept-ranges', 'content-encoding', 'content-length', 'content-range'];

/**
 * Removes the session's token, and all fields that contain a token, from the answer to a call that carried a token.
 * This has to happen before the rest of the BFF reads the answer: hosts repeat what they receive in greetings, debug
 * pages and dumps of whole requests, and no token may reach a page or the log. Reads JSON and text of any status
 * completely, because a token that is split over two parts could not be found; a file is passed on as it arrives. A
 * body that contains neither keeps its bytes; only such a body keeps a strong ETag. Rejects like `readBytes`.
 */
export async function redactToken(answer: UpstreamAnswer, options: RedactOptions): Promise<UpstreamAnswer> {
  const { status } = answer;
  const found = new Set<string>();
  const clean = (text: string) => {
    const cleaned = options.search.clean(text);
    if (cleaned !== text) found.add(sessionToken);
    return cleaned;
  };
  const search = { ...options.search, clean };
  const headers = redactHeaders(answer.headers, search);
  if (isEmpty(answer) || isFile(answer, options.isDownload)) {
    found.forEach(options.removed);
    return { status, headers, body: answer.body };
  }
  const given = await readBytes(answer);
  const bytes = redactBody(given, isJson(answer), search, found);
  found.forEach(options.removed);
  const isChanged = bytes !== given || found.size > 0 || headers['content-encoding'] !== undefined;
  // The headers are set to undefined and not deleted, because V8 looks up names more slowly in an object with deleted
  // properties.
  for (const name of ofTheBytes) if (headers[name] !== undefined) headers[name] = undefined;
  if (bytes.length > 0) headers['content-length'] = String(bytes.length);
  // If the bytes differ from the host's, only a weak ETag stays true (RFC 9110 §8.8.1).
  const { etag } = headers;
  if (isChanged && typeof etag === 'string' && !etag.startsWith('W/')) headers.etag = `W/${etag}`;
  return new WholeAnswer(status, headers, bytes);
}

const tokenKey = new RegExp(`"(?:${tokenFields.map(inAnySpelling).join('|')})"\\s*:`, 'i');

function inAnySpelling(name: string): string {
  return [...name].map((each) => `(?:${each}|\\\\u00${each.charCodeAt(0).toString(16)})`).join('');
}

/** True if the bytes contain the name of a token field as a key of JSON, perhaps with escaped letters. */
function hasTokenKey(bytes: Buffer): boolean {
  const hints = ['token', '\\u005', '\\u006', '\\u007'];
  return hints.some((hint) => bytes.includes(hint)) && tokenKey.test(bytes.toString('latin1'));
}

function redactBody(bytes: Buffer, isJson: boolean, search: TokenSearch, found: Set<string>): Buffer {
  const recent = isJson ? recentBytes(bytes) : undefined;
  if (recent?.without.has(search.mayBeIn)) return bytes;
  const hasFields = isJson && hasTokenKey(bytes);
  if (!hasFields && !search.mayBeIn(bytes)) {
    recent?.without.add(search.mayBeIn);
    return bytes;
  }
  const text = bytes.toString().replace(/^\uFEFF/, '');
  let cleaned: string;
  try {
    cleaned = isJson ? redactJson(JSON.parse(text), search, found) : search.clean(text);
  } catch {
    // Not JSON, or nested so deep that the stack overflows. The parser's error is not passed on: it quotes the text.
    if (hasFields) throw unusableAnswer(new Error('the answer is not JSON'));
    cleaned = search.clean(text);
  }
  // Written anew even where the parsed JSON has not changed: it may repeat a key, of which only the last was parsed.
  return hasFields || found.has(sessionToken) || search.isIn(text) ? Buffer.from(cleaned) : bytes;
}

function redactJson(json: unknown, { clean }: TokenSearch, found: Set<string>): string {
  const data = isRecord(json) ? json.data : undefined;
  for (const [prefix, object] of [
    ['', json],
    ['data.', data],
  ] as const)
    for (const name of tokenFields) {
      if (!isRecord(object) || typeof object[name] !== 'string') continue;
      if (object[name] !== '') found.add(prefix + name);
      Reflect.deleteProperty(object, name);
    }
  return JSON.stringify(json, (_key, value) => {
    if (typeof value === 'string') return clean(value);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [clean(key), each]));
  });
}

/** Returns the headers with `[removed]` in place of the token. */
export function redactHeaders(headers: UpstreamAnswer['headers'], { mayBeIn, clean }: TokenSearch) {
  // Most answers do not contain the token. One search over all headers together shows this quickly.
  if (!mayBeIn(Buffer.from(Object.values(headers).join('\n'), 'latin1'))) return { ...headers };
  const cleaned = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? clean(value) : value?.map(clean),
  ]);
  return Object.fromEntries(cleaned) as UpstreamAnswer['headers'];
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
