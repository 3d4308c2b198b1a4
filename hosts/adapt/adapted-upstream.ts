import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { callMissing } from '../../server/bff/capabilities.ts';
import type { CheckToken } from '../../server/bff/host-plugin.ts';
import { isMediaPath } from '../../server/bff/upstream/addresses.ts';
import { isJson, jsonAnswer, readJson } from '../../server/bff/upstream/json-answer.ts';
import { dumpAnswer } from '../../server/bff/upstream/refusals.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { pageIn } from './address.ts';
import { oneOf, pageOf, refusalOf, refusalStatus } from './answers.ts';
import { type CallBudget, createCallBudget } from './call-budget.ts';
import { deriveAnswer } from './derived.ts';
import type { HostMap, MappedCall } from './host-map.ts';
import { roleIn } from './host-roles.ts';
import { createMediaAddresses } from './media-addresses.ts';
import { ownFiltersOf } from './own-filters.ts';
import { createRequests } from './requests.ts';
import { signInAnswer } from './sign-in.ts';
import { createThings } from './things.ts';
import { createTokenCheck } from './token-check.ts';
import { createUploads } from './uploads.ts';

/** So long the host may take to end a token, in milliseconds. */
const tellWithinMs = 5_000;

export interface AdaptOptions {
  /** Paths of the host that hold media: they are asked for as they are. */
  mediaPaths: readonly string[];
  log?: Pick<Logger, 'warn'>;
  /** Pages of the host that are looked through for one answer: who waits for a page of the site does not wait for all of them. */
  mostPages?: number;
  /** The clock of `calls_per_minute`, in milliseconds. */
  now?: (() => number) | undefined;
}

export interface AdaptedUpstream extends Upstream {
  /** Undefined where host.json names no read for it. */
  checkToken: CheckToken | undefined;
}

/**
 * The host of host.json, seen as one that speaks the contract (docs/architecture.md §5, Hosts). This is the one place that maps: what
 * stands before it asks by the contract's paths and names and gets the contract's envelope; what stands behind it (clocks, breaker,
 * connections) sees the host's own calls. Rejects as `Upstream.request` does, with 404 `host.callMissing` for a call that the host
 * lacks and 404 `request.notFound` for a path that the contract does not list.
 */
export function adaptUpstream(inner: Upstream, map: HostMap, options: AdaptOptions): AdaptedUpstream {
  const { file } = map;
  const { mostPages } = options;
  const media = createMediaAddresses(file);
  const things = createThings(map, media, options.log);
  const requests = createRequests(map, things);
  const budget: CallBudget | undefined =
    file.calls_per_minute === undefined ? undefined : createCallBudget(file.calls_per_minute, options.now);
  const uploads = createUploads(map, requests, send, options.log);

  async function request(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const [path = '', search = ''] = wanted.path.split('?', 2);
    if (isMediaPath(path, options.mediaPaths)) return inner.request(wanted);
    const { row, params = {} } = wanted;
    if (!row) throw new AppError('request.notFound', 404);
    const answerer = map.answererOf(row);
    if (!answerer) throw callMissing();
    const query = new URLSearchParams(search);
    if ('derived' in answerer) {
      const source = map.answererOf({ name: answerer.derived.in });
      if (!source || 'derived' in source) throw callMissing();
      const rowsOfPage = (page: number) => ask(source, { ...wanted, method: 'GET' }, {}, pageQuery(page));
      return deriveAnswer(answerer, { ...answerer.derived.keep }, params, query, rowsOfPage, { mostPages });
    }
    const own = ownFiltersOf(answerer, query);
    if (answerer.call.keep || own) {
      const rowsOfPage = (page: number) => ask(answerer, wanted, params, withPage(query, page));
      return deriveAnswer(answerer, { ...answerer.call.keep }, params, query, rowsOfPage, { own, mostPages });
    }
    return ask(answerer, wanted, params, query);
  }

  /** One call of the host and its answer in the contract's words. */
  async function ask(
    mapped: MappedCall,
    wanted: UpstreamRequest,
    params: Readonly<Record<string, string>>,
    query: URLSearchParams,
  ): Promise<UpstreamAnswer> {
    const files = mapped.call.uploads && (await uploads.send(mapped, wanted));
    if (files && 'refused' in files) return files.refused;
    const sent = await requests.make(mapped, files?.wanted ?? wanted, params, query, files?.values);
    return present(mapped, await send(sent), pageIn(query));
  }

  function send(request: UpstreamRequest): Promise<UpstreamAnswer> {
    budget?.spend(request.isSession === true);
    return inner.request(request);
  }

  /** A yes to a sign-in. Throws AppError 403 for whoever has no role here. */
  function admit(json: unknown, headers: UpstreamAnswer['headers']): UpstreamAnswer {
    const signedIn = signInAnswer(file, json, headers);
    if (roleIn(file.token.user.role, json) !== null) return jsonAnswer(200, signedIn, headers);
    if (signedIn.data.token) endToken(signedIn.data.token);
    throw new AppError('login.noRole', 403);
  }

  /** The host has signed somebody in who has no business here: it is told, and nobody waits for it. */
  function endToken(token: string): void {
    const row = contract.logout;
    const { method, path } = row;
    const headers = { authorization: `Bearer ${token}` };
    request({ method, path, row, headers, signal: AbortSignal.timeout(tellWithinMs) })
      .then(dumpAnswer)
      .catch((error: unknown) =>
        options.log?.warn({ reason: String(error) }, 'the API host could not be told to end a token'),
      );
  }

  async function present(mapped: MappedCall, answer: UpstreamAnswer, page: number): Promise<UpstreamAnswer> {
    const { row } = mapped;
    if (row.download && answer.status < 400) return answer;
    const isSignIn = row.name === contract.login.name;
    if (
      isNothing(answer) ||
      (isSilent(answer) && row.method !== 'GET') ||
      (isSignIn && !isJson(answer) && answer.status < 300)
    ) {
      answer.body.on('error', () => {}).resume();
      if (isSignIn) return admit({}, answer.headers);
      return jsonAnswer(200, { status: 1 }, answer.headers);
    }
    if (!isJson(answer)) return answer;
    const json = await readJson(answer);
    if (answer.status >= 500) return jsonAnswer(answer.status, json, answer.headers);
    if (answer.status >= 300 && answer.status < 400) return answer;
    const refused = refusalStatus(mapped, answer.status, json);
    if (refused !== undefined) {
      const body = refusalOf(mapped, refused, json);
      // Many hosts say 400 of what can be mended field by field.
      return jsonAnswer(refused === 400 && body.errors ? 422 : refused, body, answer.headers);
    }
    if (isSignIn) return admit(json, answer.headers);
    if (mapped.isList)
      return jsonAnswer(
        200,
        { status: 1, data: pageOf(mapped, { json, headers: answer.headers }, page, things) },
        answer.headers,
      );
    const data = oneOf(mapped, json, things);
    // A thing that cannot be read where one was asked for; after a write nobody needs it.
    if (data === undefined && row.method === 'GET' && mapped.entity) throw unreadable(row.name, options.log);
    return jsonAnswer(200, { status: 1, ...(data !== undefined && { data }) }, answer.headers);
  }

  return {
    ...inner,
    url: map.origin,
    isMapped: true,
    checkToken: createTokenCheck(inner, map, () => budget?.spend(true)),
    request,
    guarded: () => Promise.reject(new Error('adaptUpstream: calls of a mapped host go by request alone')),
    mayRefresh: () => inner.mayRefresh() && (budget?.mayRefresh() ?? true),
  };
}

function pageQuery(page: number): URLSearchParams {
  return new URLSearchParams({ page: String(page) });
}

function withPage(query: URLSearchParams, page: number): URLSearchParams {
  const other = new URLSearchParams(query);
  other.set('page', String(page));
  return other;
}

/** A yes without a word, of a host that does not say how long it is. */
function isSilent({ status, headers }: UpstreamAnswer): boolean {
  return status < 300 && headers['content-type'] === undefined;
}

function isNothing({ status, headers }: UpstreamAnswer): boolean {
  return status === 204 || status === 205 || (status < 300 && headers['content-length'] === '0');
}

function unreadable(call: string, log: AdaptOptions['log']): AppError {
  const cause = new Error(
    `the answer to ${call} has nothing with a usable id where host.json says that it stands`,
  );
  log?.warn({ call }, cause.message);
  return new AppError('upstream.badAnswer', 502, { cause });
}
