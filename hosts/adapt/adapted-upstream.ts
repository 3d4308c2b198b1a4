import { type ContractRow, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { namesWhere } from '#shared/entities/entity.ts';
import { messageFolders } from '#shared/schemas/message.ts';
import { slice } from '../../server/bff/answers.ts';
import { callMissing } from '../../server/bff/capabilities.ts';
import { fieldsOfKinds, type HostKind } from '../../server/bff/reads/host-kinds.ts';
import { isMediaPath } from '../../server/bff/upstream/addresses.ts';
import { dumpAnswer, jsonAnswer, readJson } from '../../server/bff/upstream/answers.ts';
import type {
  Params,
  Upstream,
  UpstreamAnswer,
  UpstreamRequest,
} from '../../server/bff/upstream/upstream.ts';
import { fold, searchTextOf, wordsOf } from '../../server/database/search.ts';
import { createWindow } from '../../server/database/site/limiter.ts';
import { AppError } from '../../server/errors.ts';
import type { DerivedCall } from '../host-file/call.ts';
import { entityFields, isList, queryNames } from '../host-file/entities.ts';
import { readAt } from '../host-file/pieces.ts';
import { present } from './answers.ts';
import { createEntityCodec } from './entity-codec.ts';
import { createMediaAddresses, isUnnamedWord } from './field-codecs.ts';
import { createTell, type HostMap, type MappedCall, type Warns } from './host-map.ts';
import { createRequests, cursorName, pageIn } from './requests.ts';
import { createTokenCheck } from './sign-in.ts';
import { createUploads } from './uploads.ts';

/** Default for the maximum number of pages of the host's list that are read to derive one answer. */
const usualPages = 30;

type Json = Record<string, unknown>;

/**
 * Answers a call from a list of the host:
 * - A list: the rows whose fields match `keep`, divided into pages anew.
 * - A single record: the row with the requested id, or the row whose fields match the query (titles are compared
 *   without case). Answers 404 if there is no such row.
 * `own` are further filters that this site applies because the host does not support them. A refusal of the host is
 * passed on unchanged.
 */
async function deriveAnswer(
  row: ContractRow,
  keep: Readonly<Record<string, unknown>>,
  params: Params,
  query: URLSearchParams,
  pageOfHost: (page: number, cursor: string) => Promise<UpstreamAnswer>,
  { own, mostPages = usualPages }: { own?: ReturnType<typeof localFiltersOf>; mostPages?: number },
) {
  const wanted = Object.entries(keep).map(([name, value]) => [name, filled(value, params)] as const);
  if (!isList(row) && params.id !== undefined) wanted.push(['id', params.id]);
  const asked = isList(row) ? [] : queryNames(row).map((name) => [name, plain(query.get(name))] as const);
  const isKept = (thing: Json) =>
    (own?.keeps(thing) ?? true) &&
    wanted.every(([name, value]) => String(thing[name]) === value) &&
    asked.every(([name, value]) => plain(thing[name]) === value);
  const found: Json[] = [];
  let cursor = '';
  for (let at = 1, last = 1; at <= last && at <= mostPages; at += 1) {
    const answer = await pageOfHost(at, cursor);
    // Some hosts answer 404 for a page after the last. The rows found so far are then complete.
    if (answer.status === 404 && at > 1) break;
    if (answer.status >= 400) return answer;
    const { data } = (await readJson(answer)) as {
      data?: { data?: Json[]; last_page?: number; next?: string };
    };
    found.push(...(data?.data ?? []).filter(isKept));
    last = data?.last_page ?? 1;
    cursor = data?.next ?? '';
    if (!isList(row) && found.length > 0) break;
  }
  if (own?.compare) found.sort(own.compare);
  // If all pages of the host are read, the answer has all rows on one page.
  const size = Number.isFinite(mostPages) ? undefined : Math.max(1, found.length);
  if (isList(row)) return jsonAnswer(200, { status: 1, data: slice(found, pageIn(query), size) });
  if (!found[0]) throw new AppError('request.notFound', 404);
  return jsonAnswer(200, { status: 1, data: found[0] });
}

/** Normalises a title for comparison. */
function plain(value: unknown) {
  return String(value ?? '')
    .normalize('NFC')
    .trim()
    .toLowerCase();
}

/** Replaces a value `{name}` by the path parameter of this name; returns other values unchanged. */
function filled(value: unknown, params: Params) {
  return String(value).replace(/^\{(\w+)\}$/, (_mark, name: string) => params[name] ?? '');
}

const minuteMs = 60_000;
/** Share of the calls per minute that visitors may use, in tenths. The rest is reserved for signed-in people. */
const visitorsTenths = 8;

/** Limits the calls to a host per minute (`calls_per_minute` of host.json). */
function createCallBudget(perMinute: number, now = () => performance.now()) {
  const made = createWindow(perMinute, minuteMs, now);
  const forVisitors = Math.max(1, Math.floor((perMinute * visitorsTenths) / 10));
  return {
    /**
     * Counts one call. Throws AppError 503 `upstream.busy` with Retry-After when the calls of this minute are used up;
     * no request waits for the next minute.
     */
    spend(isSession: boolean) {
      const waitMs = made.waitMs(isSession ? perMinute : forVisitors);
      if (waitMs > 0)
        throw new AppError('upstream.busy', 503, {
          retryAfter: Math.ceil(waitMs / 1000),
        });
      made.count();
    },
    /** False while few calls of this minute are left: stale answers should then be served without a refresh. */
    mayRefresh: () => made.waitMs(Math.max(1, Math.floor(forVisitors / 2))) <= 0,
  };
}

/** Returns the values of a record that `resend` of host.json names, under the names of the body. */
function storedValues({ call: { resend = {} }, envelope: { one, fields_in } }: MappedCall, json: unknown) {
  const record = readAt(json, one ?? '');
  const valueAt = (place: string) => readAt(readAt(record, fields_in ?? ''), place) ?? readAt(record, place);
  const values = Object.entries(resend).map(([name, said]) => {
    const [place = '', ofEach] = said?.split('[].') ?? [];
    const found = said === null ? undefined : valueAt(place);
    // An empty list is null at some hosts.
    const value = found === null && name.includes('[]') ? [] : found;
    return [
      name,
      ofEach && Array.isArray(value) ? value.map((each) => readAt(each, ofEach)) : value,
    ] as const;
  });
  return values.filter(([, value]) => value !== undefined);
}

/** Timeout for ending a token at the host, in milliseconds. */
const tellWithinMs = 5_000;

interface AdaptOptions {
  /** Paths of the host that serve media. A request below them is passed on without mapping. */
  mediaPaths: readonly string[];
  log?: Warns;
  /**
   * Maximum number of pages of the host's list that are read for one answer, so that a visitor does not wait for all
   * pages.
   */
  mostPages?: number;
  /** Clock by which calls are counted for `calls_per_minute`; returns milliseconds. */
  now?: () => number;
}

/** True for a list with pages by cursor: each can only be reached through all before it. */
function isByCursor({ isList, envelope: { paging } }: MappedCall) {
  return isList && typeof paging === 'object' && 'cursor' in paging;
}

/**
 * Adapts the host of host.json to the contract (hosts/README.md). All mapping happens here: callers
 * use the contract's paths, names and envelope; the inner upstream (timeouts, breaker, connections) sees the host's
 * own calls. Rejects as `Upstream.request` does, with 404 `host.callMissing` for a call that the host lacks and 404
 * `request.notFound` for a path that the contract does not list.
 */
export function adaptUpstream(inner: Upstream, map: HostMap, options: AdaptOptions) {
  const { file } = map;
  const { mostPages, log } = options;
  const tell = createTell(log);
  const things = createEntityCodec(map, createMediaAddresses(file), tell);
  const requests = createRequests(map, things);
  const budget = file.calls_per_minute ? createCallBudget(file.calls_per_minute, options.now) : undefined;
  const upload = createUploads(map, requests, send, log);
  const presenting = { file, things, log, tell, endToken };

  async function request(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const [path = '', search = ''] = wanted.path.split('?', 2);
    if (isMediaPath(path, options.mediaPaths)) return inner.request(wanted);
    const { row, params = {} } = wanted;
    if (!row) throw new AppError('request.notFound', 404);
    const answerer = map.answererOf(row);
    if (!answerer) throw callMissing();
    const query = new URLSearchParams(search);
    const source = answerer.derived ? sourceOf(answerer.derived) : answerer;
    const isOwn = source === answerer;
    const isUnnamed = ([name, value]: [string, string]) =>
      isUnnamedWord(name, value, source.fields?.get(name));
    const own = isOwn ? localFiltersOf(source, query) : undefined;
    // No record of the host has a word that it does not know, or a field that records do not have.
    if (isOwn && source.isList && (own?.keepsNone || [...query].some(isUnnamed)))
      return jsonAnswer(200, { status: 1, data: slice([], pageIn(query)) });
    const { keep } = answerer.derived ?? answerer.call;
    if (isOwn && !keep && !own && !isByCursor(source)) return ask(source, wanted, params, query);
    const read = { ...wanted, method: 'GET' };
    const others = isOwn ? Object.fromEntries(query) : {};
    const rowsOfPage = (page: number, cursor: string) =>
      ask(
        source,
        read,
        isOwn ? params : {},
        new URLSearchParams({ ...others, page: String(page), [cursorName]: cursor }),
      );
    return deriveAnswer(row, { ...keep }, params, query, rowsOfPage, { own, mostPages });
  }

  /** Returns the list call from which a derived call is answered. */
  function sourceOf(derived: DerivedCall) {
    const source = map.calledFor({ name: derived.in });
    if (!source) throw callMissing();
    return source;
  }

  /** Makes one call of the host and maps its answer to the contract. */
  async function ask(mapped: MappedCall, wanted: UpstreamRequest, params: Params, query: URLSearchParams) {
    const files = await upload(mapped, wanted);
    if (files.refused) return files.refused;
    let known = params;
    // A host may have a CV under another key than the applicant, whose record then names it.
    if (mapped.call.path.includes('{cv_key}')) {
      const row = contract.getSingleApplicant;
      const answer = await request({ ...wanted, row, path: callPath(row, params) });
      if (answer.status >= 400) return answer;
      const { data } = (await readJson(answer)) as { data?: Json };
      known = { ...params, cv_key: String(data?.cv_key ?? '') };
    }
    const before = mapped.call.resend && (await send(await requests.read(mapped, wanted, known)));
    if (before && before.status >= 400) return present(presenting, mapped, before, 1);
    const stored = before && storedValues(mapped, await readJson(before));
    const sent = await requests.make(mapped, files.wanted, known, query, files.values, stored);
    return present(presenting, mapped, await send(sent), pageIn(query));
  }

  function send(request: UpstreamRequest) {
    budget?.spend(request.isSession === true);
    return inner.request(request);
  }

  /**
   * Ends, at the host, the token of a person without a role on this site. Returns immediately, without waiting for
   * the host.
   */
  function endToken(token: string) {
    const row = contract.logout;
    const { method, path } = row;
    const headers = { authorization: `Bearer ${token}` };
    request({ method, path, row, headers, signal: AbortSignal.timeout(tellWithinMs) })
      .then(dumpAnswer)
      .catch((error: unknown) =>
        log?.warn({ reason: String(error) }, 'the API host could not be asked to end a token'),
      );
  }

  return {
    ...inner,
    url: map.origin,
    isMapped: true,
    checkToken: createTokenCheck(inner, map, () => budget?.spend(true)),
    request,
    guarded: () => Promise.reject(new Error('adaptUpstream: a mapped host is only called through request')),
    mayRefresh: () => inner.mayRefresh() && (budget?.mayRefresh() ?? true),
  };
}

/**
 * Returns filters, and the order (`compare`; undefined for the host's), for the requested parameters that host.json sets to null, since the host does not accept those
 * parameters. Returns undefined if there are no such parameters; the host's pages are then used unchanged.
 */
function localFiltersOf({ row, call, entity, isList }: MappedCall, query: URLSearchParams) {
  if (!isList || !entity) return undefined;
  const isOwn = (name: string) => call.query?.[name] === null;
  const wanted = [...query].filter(([name, value]) => value !== '' && isOwn(name));
  const tests = wanted.flatMap(([name, value]) => {
    const test = testOf(row.name, name, entity);
    return test === nobody ? nobody : test ? (thing: Json) => test(thing, value) : [];
  });
  const order = wanted.find(([name]) => name === 'sort')?.[1];
  const compare = row.name === contract.getApplicants.name && order !== undefined ? orders[order] : undefined;
  if (tests.length === 0 && !compare) return undefined;
  return {
    keepsNone: tests.includes(nobody),
    keeps: (thing: Json) => tests.every((test) => test(thing)),
    compare,
  };
}

type Test = (thing: Json, value: string) => boolean;

/**
 * Returns the test by which a query parameter filters rows. `search`, `folder`, and `job_id` of applicants, have tests
 * of their own; any other parameter is compared with the field of the same name.
 */
function testOf(call: string, name: string, entity: HostKind): Test | undefined {
  if (name === 'search') return (thing, value) => hasWords(thing, value, entity);
  if (call === contract.getApplicants.name && name === 'job_id') return isForJob;
  if (name === 'folder') return isInFolder;
  // No record is known to match a filter by something that records do not have, such as the signed-in person.
  if (!entityFields[entity].includes(name)) return notFilters.includes(name) ? undefined : nobody;
  return (thing, value) => String(thing[name] ?? '') === value;
}

const nobody = () => false;

const notFilters = ['page', 'per_page', 'sort', 'order'];

const folders: Partial<Record<string, readonly unknown[]>> = messageFolders;
const isInFolder: Test = ({ status }, folder) => folders[folder]?.includes(status) ?? false;

/** Searches as the engine does, except in long texts, which a host's list may lack: each word must occur. */
function hasWords(thing: Json, value: string, entity: HostKind) {
  const names =
    entity === 'applicant'
      ? ['name', 'email', 'phone', 'reference']
      : namesWhere(fieldsOfKinds[entity], ({ searched, kind }) => searched === true && kind !== 'rich');
  const said = searchTextOf(...names.map((each) => String(thing[each] ?? '')));
  return wordsOf(value).every((word) => said.includes(word));
}

const isForJob: Test = ({ job_id: job }, value) =>
  value === 'none' ? (job ?? '') === '' : String(job ?? '') === value;

/** `unread` is missing here: it is the default order of the list, for which the host's order is used. */
const orders: Record<string, (one: Json, other: Json) => number> = {
  newest: (one, other) => byText(other.last_submitted_at, one.last_submitted_at),
  oldest: (one, other) => byText(one.last_submitted_at, other.last_submitted_at),
  name: (one, other) => fold(String(one.name)).localeCompare(fold(String(other.name))),
  rating: (one, other) => Number(other.rating) - Number(one.rating),
};

function byText(one: unknown, other: unknown) {
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}
