import type { ContractRow } from '#shared/contract/index.ts';
import { withoutWithheld } from '#shared/contract/may-call.ts';
import { mayDo } from '#shared/roles.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import type { RewriteRules } from '../upstream/addresses.ts';
import { browserHeaders } from '../upstream/browser-headers.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { awaitShort, isJson, parseJson, readBytes } from '../upstream/json-answer.ts';
import {
  dumpAnswer,
  hostFailure,
  isRedirect,
  redirectError,
  refusalEnvelope,
  refusalError,
} from '../upstream/refusals.ts';
import type { GiveUpSignal, Params, Upstream, UpstreamAnswer } from '../upstream/upstream.ts';
import { presentAnswer, presentBytes } from './present.ts';

/** One read of a contract row, with nothing of the browser in it but what shapes the answer. */
export interface ReadRequest {
  row: ContractRow;
  /** The values in the path for the `{…}` of the row. */
  params?: Params;
  method: 'GET' | 'HEAD';
  /** Raw path with query. */
  path: string;
  headers: Record<string, string>;
  /** Who is signed in, if anybody. */
  user?: SessionUser;
  /** Who asks, when that is no visitor: how their token is kept out of the answer. */
  guard?: (answer: UpstreamAnswer) => Promise<UpstreamAnswer>;
  rules: RewriteRules;
  /** Inline images stay in the text, as for somebody with a token; visitors get addresses in their place. */
  keepInlineImages?: boolean;
  signal?: GiveUpSignal;
  /** The body is wanted as JSON text in bytes; where it has to be looked into it comes as a value all the same. */
  asBytes?: boolean;
}

/** A read as it goes to the browser, but for the cache rule of the session. `body` is absent on 304 and on HEAD. */
export interface ReadAnswer {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
  /** In place of `body`. */
  bytes?: Buffer;
  /** True when others may have the same answer (`isForAll`). */
  shared?: boolean;
}

/**
 * Fetches one JSON read and makes it fit for the browser. It knows neither request nor response, so that one answer can
 * be given to many. Throws AppError for everything that is no answer: 502, 504, a 5xx, a refusal without words.
 */
export async function fetchRead(
  upstream: Pick<Upstream, 'request'>,
  wanted: ReadRequest,
): Promise<ReadAnswer> {
  const { method, path, row, params, user, signal, guard } = wanted;
  const given = await upstream.request({
    method,
    path,
    row,
    params,
    headers: wanted.headers,
    ...(user && { user }),
    ...(signal && { signal }),
  });
  if (guard && isJson(given)) await awaitShort(given);
  const answer = guard ? await guard(given) : given;
  const { status } = answer;
  if (status >= 500) throw await hostFailure(answer);
  if (isRedirect(status)) throw redirectError(answer, wanted.rules);
  const headers = readHeaders(answer.headers, row);
  if (status === 304 || method === 'HEAD' || !isJson(answer)) {
    dumpAnswer(answer);
    return withoutBody(answer, method, headers);
  }
  const bytes = await readBytes(answer);
  if (status >= 400) return refusal(status, headers, visibleJson(bytes, wanted));
  // An answer that is given to somebody with a token is for nobody else.
  const shared = !wanted.headers.authorization && isForAll(given.headers);
  return { status, headers, shared, ...(await presentedBody(bytes, wanted)) };
}

/** 304, or an answer to HEAD. Throws AppError for one that is no JSON. */
function withoutBody(
  answer: UpstreamAnswer,
  method: ReadRequest['method'],
  headers: ReadAnswer['headers'],
): ReadAnswer {
  const { status } = answer;
  if (status === 304) return { status, headers };
  if (method === 'HEAD' && (isJson(answer) || status >= 400))
    return { status, headers: { ...headers, 'content-type': jsonType } };
  if (status >= 400) throw refusalError(status, headers);
  throw unusableAnswer(
    new Error(`status ${status}, content-type ${answer.headers['content-type'] ?? 'missing'}`),
  );
}

function refusal(status: number, headers: ReadAnswer['headers'], json: unknown): ReadAnswer {
  const body = refusalEnvelope(status, json);
  if (!body) throw refusalError(status, headers);
  return { status, headers, body };
}

async function presentedBody(
  bytes: Buffer,
  wanted: ReadRequest,
): Promise<Pick<ReadAnswer, 'body' | 'bytes'>> {
  const { row, rules, signal, path } = wanted;
  // Anyone who may change a text gets all of it: what is saved must be what was there.
  const isVisitors = !wanted.headers.authorization && !wanted.keepInlineImages;
  const options = { signal, visitorsPath: isVisitors ? path : undefined };
  if (wanted.asBytes && seesAll(wanted)) return { bytes: await presentBytes(bytes, row, rules, options) };
  return { body: await presentAnswer(visibleJson(bytes, wanted), row, rules, options) };
}

/** The JSON without the fields that are withheld from the role of the user. */
function visibleJson(bytes: Buffer, wanted: ReadRequest): unknown {
  const json = parseJson(bytes);
  return seesAll(wanted) ? json : withoutWithheld(json, wanted.row, wanted.user?.role);
}

function seesAll({ row, user }: ReadRequest): boolean {
  return !row.withheld || mayDo(user?.role, row.withheld.needs);
}

/**
 * True for an answer that the host would give to anybody (RFC 9111 §3): it sets no cookie, forbids no cache, and depends on nothing
 * that a browser says but the coding.
 */
function isForAll(headers: UpstreamAnswer['headers']): boolean {
  const text = (name: string) => [headers[name] ?? []].flat().join(',').toLowerCase();
  const varies = text('vary').split(',');
  return (
    headers['set-cookie'] === undefined &&
    !/\b(private|no-store)\b/.test(text('cache-control')) &&
    varies.every((name) => ['', 'accept-encoding'].includes(name.trim()))
  );
}

/** As Express says it of the body that a GET would get. */
const jsonType = 'application/json; charset=utf-8';

const ofPlain = new Set(['content-type']);
const ofRichText = new Set(['content-type', 'etag', 'last-modified']);

/**
 * The body is ours from here on: of the host's validators only a weak one still tells the truth (RFC 9110 §8.8.1), and
 * none where the body also depends on the HTML policy, which changes when we do and not when the host's data does.
 */
function readHeaders(given: Parameters<typeof browserHeaders>[0], row: ContractRow): Record<string, string> {
  const headers = browserHeaders(given, { sameBytes: false, without: row.html ? ofRichText : ofPlain });
  if (headers.etag && !headers.etag.startsWith('W/')) headers.etag = `W/${headers.etag}`;
  return headers;
}
