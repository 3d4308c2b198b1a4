import type { ContractRow } from '#shared/contract/index.ts';
import { withoutWithheld } from '#shared/contract/may-call.ts';
import { mayDo } from '#shared/roles.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import type { RewriteRules } from '../upstream/addresses.ts';
import { browserHeaders } from '../upstream/browser-headers.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { isJson, parseJson, readBytes } from '../upstream/json-answer.ts';
import {
  dumpAnswer,
  hostFailure,
  isRedirect,
  redirectError,
  refusalEnvelope,
  refusalError,
} from '../upstream/refusals.ts';
import type { Params, Upstream, UpstreamAnswer } from '../upstream/upstream.ts';
import { Json } from './json.ts';
import { presentAnswer, presentBytes } from './present.ts';

/** One read of a contract row. It contains only those parts of the browser's request that affect the answer. */
export interface ReadRequest {
  row: ContractRow;
  /** The values for the `{…}` parts of the contract row's path. */
  params?: Params;
  method: 'GET' | 'HEAD';
  /** Raw path with query. */
  path: string;
  headers: Record<string, string>;
  /** The signed-in user; absent for a visitor. */
  user?: SessionUser;
  /** Removes the session's token from the answer. Present for a caller with a session. */
  guard?: (answer: UpstreamAnswer) => Promise<UpstreamAnswer>;
  rules: RewriteRules;
  /** True if inline images stay in the text, as for a caller with a token. For visitors they are replaced by URLs. */
  keepInlineImages?: boolean;
  signal?: AbortSignal;
}

/**
 * The answer to a read as it is sent to the browser, but without the cache rule for sessions. `body` is absent on 304
 * and on HEAD.
 */
export interface ReadAnswer {
  status: number;
  headers: Record<string, string>;
  body?: Json;
  /** True if the same answer may be sent to other visitors (`isForAll`). */
  shared?: boolean;
}

/**
 * Fetches one JSON read and prepares the answer for the browser. Uses no Express request or response, so that many
 * visitors can share an answer. Throws AppError for an unusable answer: 502, 504, a 5xx, or a refusal without text.
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
  // An answer to a caller with a token must not be shared.
  const shared = !wanted.headers.authorization && isForAll(given.headers);
  return { status, headers, shared, body: await presentedBody(bytes, wanted) };
}

/**
 * Returns the answer without a body: for status 304, and for HEAD. Throws AppError if the answer to a GET is not
 * JSON, and if a successful answer to HEAD does not have the type of JSON.
 */
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
  return { status, headers, body: new Json(body) };
}

async function presentedBody(bytes: Buffer, wanted: ReadRequest): Promise<Json> {
  const { row, rules, signal, path } = wanted;
  // A caller who may edit a text gets the whole text: otherwise saving would lose a part of it.
  const isVisitors = !wanted.headers.authorization && !wanted.keepInlineImages;
  const options = { signal, visitorsPath: isVisitors ? path : undefined };
  if (seesAll(wanted)) return presentBytes(bytes, row, rules, options);
  const json = visibleJson(bytes, wanted);
  await presentAnswer(json, row, rules, options);
  return new Json(json);
}

/** Parses the JSON and removes the fields that are withheld from the user's role. */
function visibleJson(bytes: Buffer, wanted: ReadRequest): unknown {
  const json = parseJson(bytes);
  return seesAll(wanted) ? json : withoutWithheld(json, wanted.row, wanted.user?.role);
}

function seesAll({ row, user }: ReadRequest): boolean {
  return !row.withheld || mayDo(user?.role, row.withheld.needs);
}

/**
 * True for an answer that the host would send to every visitor (RFC 9111 §3): it sets no cookie, does not forbid
 * caching, and of the request headers depends only on the accepted encoding.
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

/** Type of the answer to a HEAD request. It is the type that Express sets on the body of the same GET. */
const jsonType = 'application/json; charset=utf-8';

const ofPlain = new Set(['content-type']);
const ofRichText = new Set(['content-type', 'etag', 'last-modified']);

/**
 * Returns the headers of a read whose body this site rewrites. Of the host's validators only a weak ETag stays true
 * (RFC 9110 §8.8.1). For rich text no validator stays true, because the body also depends on the HTML policy, which
 * changes with releases of this site and not with the host's data.
 */
function readHeaders(given: Parameters<typeof browserHeaders>[0], row: ContractRow): Record<string, string> {
  const headers = browserHeaders(given, { sameBytes: false, without: row.html ? ofRichText : ofPlain });
  if (headers.etag && !headers.etag.startsWith('W/')) headers.etag = `W/${headers.etag}`;
  return headers;
}
