import type { Logger } from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import { withoutWithheld } from '#shared/contract/row.ts';
import { isRecord, saysSuccess } from '#shared/json.ts';
import { mayDo } from '#shared/roles.ts';
import type { RewriteRules } from '../upstream/addresses.ts';
import {
  dumpAnswer,
  hostFailure,
  isJson,
  isRedirect,
  parseJson,
  readBytes,
  recentBytes,
  redirectError,
  refusalEnvelope,
  refusalError,
  unusableAnswer,
} from '../upstream/answers.ts';
import { browserHeaders } from '../upstream/headers.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';
import { entityOf, fallbacks } from './host-kinds.ts';
import { Json, presentAnswer, presentBytes } from './present.ts';

/** One read of a contract row. It contains only those parts of the browser's request that affect the answer. */
export interface ReadRequest
  extends Pick<UpstreamRequest, 'params' | 'path' | 'headers' | 'user' | 'signal'> {
  row: ContractRow;
  /** Removes the session's token from the answer. Present for a caller with a session. */
  guard?: (answer: UpstreamAnswer) => Promise<UpstreamAnswer>;
  rules: RewriteRules;
  /** True if inline images stay in the text, as for a caller with a token. For visitors they are replaced by URLs. */
  keepInlineImages?: boolean;
}

/**
 * The answer to a read as it is sent to the browser, but without the cache rule for sessions. `body` is absent on
 * 304.
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
export async function fetchRead(upstream: Pick<Upstream, 'request'>, wanted: ReadRequest) {
  const { path, row, params, user, signal, guard } = wanted;
  const given = await upstream.request({
    method: 'GET',
    path,
    row,
    params,
    headers: wanted.headers,
    user,
    signal,
  });
  const answer = guard ? await guard(given) : given;
  const { status } = answer;
  if (status >= 500) throw await hostFailure(answer);
  if (isRedirect(status)) throw redirectError(answer, wanted.rules);
  const headers = readHeaders(answer.headers, row);
  if (status === 304 || !isJson(answer)) {
    dumpAnswer(answer);
    if (status === 304) return { status, headers };
    if (status >= 400) throw refusalError(status, headers);
    throw unusableAnswer(
      new Error(`status ${status}, content-type ${answer.headers['content-type'] ?? 'missing'}`),
    );
  }
  const bytes = await readBytes(answer);
  if (status >= 400) {
    const body = refusalEnvelope(status, visibleJson(bytes, wanted));
    if (!body) throw refusalError(status, headers);
    return { status, headers, body: new Json(body) };
  }
  // An answer to a caller with a token must not be shared.
  const shared = !wanted.headers.authorization && isForAll(given.headers);
  return { status, headers, shared, body: await presentedBody(bytes, wanted) };
}

async function presentedBody(bytes: Buffer, wanted: ReadRequest) {
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
function visibleJson(bytes: Buffer, wanted: ReadRequest) {
  const json = parseJson(bytes);
  return seesAll(wanted) ? json : withoutWithheld(json, wanted.row, wanted.user?.role);
}

function seesAll({ row, user }: ReadRequest) {
  return !row.withheld || mayDo(user?.role, row.withheld.needs);
}

/**
 * True for an answer that the host would send to every visitor (RFC 9111 §3): it sets no cookie, does not forbid
 * caching, and of the request headers depends only on the accepted encoding.
 */
function isForAll(headers: UpstreamAnswer['headers']) {
  const text = (name: string) => [headers[name] ?? []].flat().join(',').toLowerCase();
  const varies = text('vary').split(',');
  return (
    headers['set-cookie'] === undefined &&
    !/\b(private|no-store)\b/.test(text('cache-control')) &&
    varies.every((name) => ['', 'accept-encoding'].includes(name.trim()))
  );
}

const ofPlain = new Set(['content-type']);
const ofRichText = new Set(['content-type', 'etag', 'last-modified']);

/**
 * Returns the headers of a read whose body this site rewrites. Of the host's validators only a weak ETag stays true
 * (RFC 9110 §8.8.1). For rich text no validator stays true, because the body also depends on the HTML policy, which
 * changes with releases of this site and not with the host's data.
 */
function readHeaders(given: Parameters<typeof browserHeaders>[0], row: ContractRow) {
  const headers = browserHeaders(given, {
    sameBytes: false,
    without: row.html ? ofRichText : ofPlain,
  });
  if (headers.etag && !headers.etag.startsWith('W/')) headers.etag = `W/${headers.etag}`;
  return headers;
}

type Path = readonly PropertyKey[];

/**
 * Maximum number of removals that are logged, so that a host whose every item is invalid fills neither the log nor
 * the memory.
 */
const mostLogged = 1_000;
const longestId = 40;

/**
 * Returns a function that makes answers of public reads valid where a host deviates from the contract. Instead of
 * failing as a whole, a list loses an item that cannot be shown, and an entity loses an optional field. Missing
 * fields get their value of `fallbacks`. Each removal is logged once, with id and field. A valid answer, and one that
 * cannot be made valid, is returned unchanged.
 */
export function createConformAnswers(log?: Pick<Logger, 'warn'>) {
  const logged = new Set<string>();

  function report(row: ContractRow, fault: object) {
    const key = JSON.stringify([row.name, fault]);
    if (logged.has(key) || logged.size >= mostLogged) return;
    logged.add(key);
    log?.warn(
      { call: row.name, ...fault },
      'an answer of the API host does not match the contract: this field, the row that needs it, or the whole answer is not shown',
    );
  }

  return (row: ContractRow, answer: ReadAnswer) => {
    if (!answer.body || !isPublicRead(row) || answer.status >= 300) return answer;
    const known = recentBytes(answer.body.bytes)?.without;
    if (known?.has(row)) return answer;
    const body = answer.body.value;
    if (!isRecord(body) || !saysSuccess(body)) return answer;
    const { data, faults } = fitData(row, body.data);
    for (const fault of faults) report(row, fault);
    if (data !== body.data) return { ...answer, body: new Json({ ...body, data }) };
    if (faults.length === 0) known?.add(row);
    return answer;
  };
}

function isPublicRead(row: ContractRow) {
  return row.access === 'public' && row.method === 'GET' && row.origin !== 'session';
}

/**
 * Makes the data valid: sets missing fields to their value of `fallbacks`, removes other invalid fields, then removes
 * the list items that lack a required field.
 */
function fitData(row: ContractRow, given: unknown) {
  const problems = problemsOf(row, given);
  if (problems.length === 0) return { data: given, faults: [] };
  const data = structuredClone(given);
  const wrong = problems.filter((path) => !fillIn(row, data, path));
  for (const path of wrong) if (typeof path.at(-1) === 'string') leaveOut(data, path);
  // The rows that still lack something are removed, those of inner lists too.
  const lacking = problemsOf(row, data).map(rowOf);
  const removed = new Set(lacking.map((path) => valueAt(data, path)));
  for (const list of new Set(lacking.map((path) => valueAt(data, path.slice(0, -1)))))
    if (Array.isArray(list)) list.splice(0, list.length, ...list.filter((item) => !removed.has(item)));
  const misfit = problemsOf(row, data)[0];
  if (misfit) return { data: given, faults: [{ field: misfit.map(String).join('.') }] };
  return { data, faults: wrong.map((path) => placeOf(given, path)) };
}

/** Sets a missing field to its value of `fallbacks`; returns false if `fallbacks` has no value for that field. */
function fillIn(row: ContractRow, data: unknown, path: Path) {
  const start = startOf(path);
  const name = String(path[start]);
  const entity = entityOf(row);
  const meant = entity && fallbacks[entity];
  if (path.length !== start + 1 || !meant || !Object.hasOwn(meant, name)) return false;
  const thing = valueAt(data, path.slice(0, start)) as Record<string, unknown>;
  if ((thing[name] ?? null) !== null) return false;
  thing[name] = structuredClone(meant[name]);
  return true;
}

function problemsOf(row: ContractRow, data: unknown) {
  return row.data.safeParse(data).error?.issues.map(({ path }) => path) ?? [];
}

/** Returns the path of the innermost list item that contains a value; empty if no list item contains the value. */
function rowOf(path: Path) {
  return path.slice(0, path.findLastIndex((name) => typeof name === 'number') + 1);
}

function leaveOut(data: unknown, path: Path) {
  const holder = valueAt(data, path.slice(0, -1));
  if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, path.at(-1) as string);
}

/**
 * Returns the id of the entity or list item that contains the value at `path`, and the rest of the path within it.
 */
function placeOf(data: unknown, path: Path) {
  const start = startOf(path);
  const thing = valueAt(data, path.slice(0, start));
  const { id } = (thing ?? {}) as { id?: unknown };
  return { id: String(id).slice(0, longestId), field: path.slice(start).map(String).join('.') };
}

/**
 * Returns the number of steps at the beginning of `path` that lead to the entity or list item. The steps after them
 * are the path within it.
 */
function startOf(path: Path) {
  return path[0] === 'data' && typeof path[1] === 'number' ? 2 : 0;
}

function valueAt(data: unknown, path: Path) {
  return path.reduce(
    (value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name],
    data,
  );
}
