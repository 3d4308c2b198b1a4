import type { Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { isRecord, saysSuccess } from '#shared/json.ts';
import { roles } from '#shared/roles.ts';
import { requestIdOf } from '../../http/requests.ts';
import { callOf } from '../call.ts';
import {
  hasNoBody,
  isJson,
  readBytes,
  recentBytes,
  unusableAnswer,
  WholeAnswer,
} from '../upstream/answers.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import type { Session } from './session.ts';

/** A JSON object that was received and not validated. */
export type Json = Record<string, unknown>;

/**
 * Maximum nesting depth of an answer that is passed on. Deeper parts are dropped: they are not needed, and an extreme
 * nesting would overflow the stack.
 */
const maxDepth = 16;
const text = z.string().min(1);
/** The limits are small because the session cookie has room for only 4096 bytes, including the token. */
const userSchema = z.object({
  id: z
    .union([z.number(), text.max(64)])
    .optional()
    .catch(undefined),
  name: text
    .transform((name) => [...name].slice(0, 100).join(''))
    .optional()
    .catch(undefined),
  email: text.max(254).optional().catch(undefined),
  role: z.enum(roles).optional().catch(undefined),
});

/** Names of fields in which hosts send secrets. Such fields are removed, regardless of their values. */
const secretName = /token|jwt|bearer|secret|passw|authorization|api_?key|cookie|session/i;

/**
 * Field in which the adapter of a mapped host reports that an admin has signed in (hosts/hybrid). Its value is a hash
 * of the rule in host.json by which the admin was recognised.
 */
export const adminMark = 'engine_admin';

/** Returns the value as a JSON object; undefined for lists, texts, numbers and null. */
export function asObject(value: unknown) {
  return isRecord(value) ? value : undefined;
}

/** Returns the first text that is found in the four places that server/bff/session/README.md lists for a token. */
export function tokenIn(answer: Json) {
  const places = [answer, asObject(answer.data)].flatMap((object) =>
    tokenFields.map((name) => object?.[name]),
  );
  return places.find((value) => typeof value === 'string' && value !== '') as string | undefined;
}

/**
 * Returns when the token of an answer expires, in milliseconds since 1970: by `exp` of a JWT (RFC 7519 §4.1.4), or by
 * the seconds in `expires_in` beside it. Of a JWT that says when it was issued (`iat`) the difference counts, because
 * the host's clock may be wrong. Undefined if the host states neither, or a time that is already over.
 */
export function tokenEnd(answer: Json, now: number) {
  const [, encoded = ''] = (tokenIn(answer) ?? '').split('.');
  const claims = Buffer.from(encoded, 'base64url').toString();
  const claimed = (name: string) => Number(new RegExp(`"${name}"\\s*:\\s*(\\d+)`).exec(claims)?.[1]) * 1000;
  const { expires_in: seconds = asObject(answer.data)?.expires_in } = answer;
  const ends = [now + claimed('exp') - claimed('iat'), claimed('exp'), now + Number(seconds) * 1000];
  return ends.find((end) => end > now);
}

/** True if the token is valid in an Authorization header: visible ASCII only (RFC 9110 §11.6.2, §5.5). */
export function isUsableToken(token: string) {
  return /^[\x21-\x7e]+$/.test(token);
}

/**
 * True if an answer with a 2xx status is a refusal. An answer without a token is a refusal unless it explicitly
 * states success. An answer with a token is a refusal only if it explicitly states one.
 */
export function isRefusal(answer: Json, hasToken: boolean) {
  const { status, success, error, errors } = answer;
  if (hasToken)
    return success === false || [0, '0', false, 'error', 'fail', 'failed'].includes(status as never);
  const hasErrors = [error, errors].some((each) => each !== undefined && each !== null && each !== false);
  return !saysSuccess(answer) || ((status ?? null) === null && hasErrors);
}

/**
 * Returns the user data that the answer contains. Only short texts are used, because they are stored in the cookie.
 */
export function userIn(answer: Json) {
  const data = asObject(answer.data);
  return [data?.user, answer.user, data?.admin, data]
    .map((each) => userSchema.safeParse(each).data)
    .find((user) => user && Object.values(user).some((value) => value !== undefined));
}

/**
 * Returns a copy of the answer without fields whose name suggests a secret, and without texts that contain the token.
 */
export function withoutSecrets<Answer>(answer: Answer, token: string) {
  const { isIn } = createTokenSearch(token);
  const holdsToken = (text: string) => text === token || isIn(text);

  function clean(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return holdsToken(value) ? undefined : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= maxDepth) return undefined;
    if (Array.isArray(value)) {
      return value.map((item) => clean(item, depth + 1)).filter((item) => item !== undefined);
    }
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !secretName.test(name) && !holdsToken(name))
        .map(([name, item]) => [name, clean(item, depth + 1)]),
    );
  }
  return clean(answer, 0) as Answer;
}

/**
 * Fields that contain a token, at the top level of an answer and in its `data`: the four places from which sign-in
 * reads the token (server/bff/session/README.md).
 */
const tokenFields = ['token', 'access_token'];

const mark = '[removed]';
const sessionToken = 'session token';
/** A shorter token occurs in any text by chance, and could be guessed anyway. */
const shortestToken = 6;
/** A shorter piece of Base64 occurs by chance, because inline images consist of megabytes of Base64. */
const shortestBase64 = 16;

type TokenSearch = ReturnType<typeof createTokenSearch>;

/** Finds one token in the spellings in which a careless host repeats it: plain, escaped, and in Base64. */
export function createTokenSearch(token: string) {
  const spellings = token.length < shortestToken ? [] : [...new Set([token, ...base64Of(token)])];
  // Escaping leaves letters and digits as they are, or escapes all of them. So a text that contains the token contains
  // the longest run of its letters and digits, or an escape of the first of these.
  const runs = spellings.map((text) =>
    (text.match(/[\da-z]+/gi) ?? ['']).reduce((one, other) => (other.length > one.length ? other : one)),
  );
  const escaped = escapesOf(runs[0] ?? '');
  const holds = (text: string) => spellings.some((one) => text.includes(one));
  const isIn = (text: string) => holds(text) || holds(unescaped(text));
  return {
    mayBeIn: (text: Buffer | string) =>
      runs.some((run) => text.includes(run)) ||
      (beginsOfEscapes.some((begin) => text.includes(begin)) && escaped.some((each) => text.includes(each))),
    isIn,
    /** Returns the text without the token. A word that contains it in another spelling is removed as a whole. */
    clean(text: string) {
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
function base64Of(token: string) {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.from('-'.repeat(offset) + token, 'latin1').toString('base64');
    const text = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + token.length) * 8) / 6));
    return text.length < shortestBase64 ? [] : [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Most answers have none of these, so no escape has to be looked for. */
const beginsOfEscapes = ['\\u00', '%', '&#'];

function escapesOf(run: string) {
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

function unescaped(text: string) {
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
export async function redactToken(answer: UpstreamAnswer, options: RedactOptions) {
  const { status } = answer;
  const found = new Set<string>();
  const clean = (text: string) => {
    const cleaned = options.search.clean(text);
    if (cleaned !== text) found.add(sessionToken);
    return cleaned;
  };
  const search = { ...options.search, clean };
  const headers = redactHeaders(answer.headers, search);
  if (hasNoBody(answer) || isFile(answer, options.isDownload)) {
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

function inAnySpelling(name: string) {
  return [...name].map((each) => `(?:${each}|\\\\u00${each.charCodeAt(0).toString(16)})`).join('');
}

/** True if the bytes contain the name of a token field as a key of JSON, perhaps with escaped letters. */
function hasTokenKey(bytes: Buffer) {
  const mayHold =
    bytes.includes('token') || (bytes.includes('\\u00') && /\\u00[567]/.test(bytes.toString('latin1')));
  return mayHold && tokenKey.test(bytes.toString('latin1'));
}

function redactBody(bytes: Buffer, isJson: boolean, search: TokenSearch, found: Set<string>) {
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

function redactJson(json: unknown, { clean }: TokenSearch, found: Set<string>) {
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
function redactHeaders(headers: UpstreamAnswer['headers'], { mayBeIn, clean }: TokenSearch) {
  // Most answers do not contain the token. One search over all headers together shows this quickly.
  if (!mayBeIn(Object.values(headers).join('\n'))) return { ...headers };
  const cleaned = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? clean(value) : value?.map(clean),
  ]);
  return Object.fromEntries(cleaned) as UpstreamAnswer['headers'];
}

/** True if the body is passed on unchanged: it is the file of a download, or neither JSON nor text. */
function isFile(answer: UpstreamAnswer, isDownload: boolean) {
  if (answer.status >= 400) return false;
  if (isDownload) return true;
  if (isJson(answer)) return false;
  if (!/^text\//i.test(String(answer.headers['content-type'] ?? ''))) return true;
  return /^attachment(;|$)/i.test(String(answer.headers['content-disposition'] ?? ''));
}

/**
 * The token search of each session object. When a session is opened again, perhaps with another token, its new object
 * gets a new search.
 */
const searches = new WeakMap<Session, TokenSearch>();

function searchOf(session: Session) {
  const search = searches.get(session) ?? createTokenSearch(session.token);
  searches.set(session, search);
  return search;
}

/**
 * Removes the session's token from the answer to a call of the session. Must run before any other code reads the
 * answer. The log states which kinds of items were removed, never their values. A visitor's answer is returned
 * unchanged, because a visitor's call carries no token.
 */
export async function guardAnswer(answer: UpstreamAnswer, res: Response, log: Logger) {
  const { session, row } = callOf(res);
  if (!session) return answer;
  return redactToken(answer, {
    search: searchOf(session),
    isDownload: row?.download === true,
    removed(what) {
      const id = requestIdOf(res);
      if (what === sessionToken)
        log.warn({ id }, 'the API host repeated the session token in an answer; it was removed');
      else log.warn({ id, field: what }, 'the API host sent a token in an answer; it was removed');
    },
  });
}
