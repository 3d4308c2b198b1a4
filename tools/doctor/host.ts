import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractRow } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { limits } from '#shared/limits.ts';
import { adaptUpstream } from '../../hosts/adapt/adapted-upstream.ts';
import { createHostMap } from '../../hosts/adapt/host-map.ts';
import { readAt } from '../../hosts/host-file/pieces.ts';
import type { HostFile } from '../../hosts/host-file/schema.ts';
import { acceptedValues } from '../../hosts/open-host-file.ts';
import { unreceivedFields } from '../../server/bff/form-kinds.ts';
import { readBytes } from '../../server/bff/upstream/answers.ts';
import type { Upstream, UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';

/** An answer of the examined host. */
export interface Answer {
  status: number;
  headers: UpstreamAnswer['headers'];
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown;
  /** The content type without its parameters. */
  type: string;
  milliseconds: number;
}

interface AskOptions {
  body?: object;
  token?: string;
  headers?: Record<string, string>;
}

export type Host = ReturnType<typeof createHost>;

/**
 * Number of calls in each period of the host's rate limit that the doctor does not use. They are left for visitors of
 * a site that uses the same host.
 */
const reserve = 5;
const windowMs = 60_000;
/** Maximum wait after a 429, in milliseconds, and maximum number of waits for one call. */
const longestWaitMs = 70_000;
const maxWaits = 2;

/**
 * Sends requests to the examined host: one after the other, and never faster than the host allows. `say` is called
 * with the reason for a delay.
 */
export function createHost(upstream: Upstream, say: (text: string) => void = () => {}) {
  /** Calls that the host allows in a window of time, which usually is one minute, and its 429 answers so far. */
  const rate: { limit?: number; refusals: number } = { refusals: 0 };
  let restMs = 0;

  async function pause(ms: number) {
    if (ms >= 2_000) say(`The host limits its rate: waiting ${Math.ceil(ms / 1_000)} s`);
    await sleep(ms);
  }

  async function send(method: string, path: string, { body, token, headers }: AskOptions) {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const started = performance.now();
    const { row, params } = matchContract(method, path);
    const answer = await upstream.request({
      method,
      path,
      // A host without an adapter needs only the path, which may also be one that no row of the contract has.
      ...(upstream.isMapped && { row, params }),
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
        ...headers,
      },
      json: bytes && { value: body, bytes },
    });
    return {
      status: answer.status,
      headers: answer.headers,
      json: parse(String(await readBytes(answer, 2 * limits.richTextBytes))),
      type: header(answer.headers, 'content-type').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      milliseconds: Math.round(performance.now() - started),
    };
  }

  /** Notes the rate limit that an answer states, and waits before the next call if little of it is left. */
  function heed({ headers }: Answer) {
    const stated = (name: string) =>
      header(headers, `x-ratelimit-${name}`) || header(headers, `ratelimit-${name}`);
    const limit = Number(stated('limit'));
    const left = stated('remaining');
    if (limit > 0) rate.limit = limit;
    restMs = left !== '' && Number(left) <= reserve && limit > 0 ? windowMs / limit : 0;
  }

  return {
    origin: upstream.url.origin,
    rate,
    /** Makes a request, with a body as JSON. */
    async ask(method: string, path: string, options: AskOptions = {}) {
      for (let waits = 0; ; waits += 1) {
        if (restMs > 0) await pause(restMs);
        const answer = await send(method, path, options);
        heed(answer);
        if (answer.status !== 429) return answer;
        rate.refusals += 1;
        if (waits === maxWaits) throw new Error(`still answers 429 after ${maxWaits} waits`);
        const seconds = Number(header(answer.headers, 'retry-after'));
        await pause(Math.min(longestWaitMs, seconds > 0 ? seconds * 1_000 + 500 : windowMs / 2));
      }
    },
  };
}

/**
 * Returns the reason for which a call to the host failed, in words for the operator. `error` comes from the HTTP
 * client.
 */
export async function causeOf(error: unknown, { url, timeoutMs }: Upstream) {
  const { code = '', message = String(error) } = (readAt(error, 'cause') ??
    error ??
    {}) as NodeJS.ErrnoException;
  const place = `${url.hostname}, port ${portOf(url)}`;
  if (isTimeout(error)) {
    return (await accepts(url))
      ? `accepts the connection, but does not answer within ${timeoutMs / 1_000} s (UPSTREAM_TIMEOUT_MS)`
      : `no connection to ${place}: no answer, perhaps because a firewall drops the packets`;
  }
  const known: [RegExp, string][] = [
    [/ECONNREFUSED/, `no connection: no server listens at ${place}`],
    [/ENOTFOUND|EAI_AGAIN/, `the name ${url.hostname} cannot be resolved`],
    [/UNREACH/, `${place} cannot be reached`],
    [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/, 'its certificate is not trusted'],
    [/SSL|EPROTO/, 'it does not speak TLS there: should it be http:// instead of https://?'],
  ];
  const words = known.find(([codes]) => codes.test(code))?.[1] ?? message;
  return `${words}${code && ` (${code})`}`;
}

/** True if an error means that the host did not answer in time. */
export const isTimeout = (error: unknown) => readAt(error, 'code') === 'upstream.timeout';

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80);

/** True if a TCP connection to the host and port of this URL succeeds. */
async function accepts(url: URL) {
  const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url) });
  const connected = once(socket, 'connect', { signal: AbortSignal.timeout(3_000) });
  return connected
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

export const header = (headers: Answer['headers'], name: string) =>
  String([headers[name] ?? ''].flat()[0] ?? '');

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type AdaptedHost = ReturnType<typeof adaptedHost>;

/**
 * Adapts a host by its host.json for the checks of the doctor, which report what the adapter warns of. The adapter
 * would refuse calls beyond `calls_per_minute`. Here it does not, since the checks wait as long as the limit of the
 * host requires.
 */
export function adaptedHost(inner: Upstream, file: HostFile, mediaPaths: readonly string[]) {
  const map = createHostMap({ ...file, calls_per_minute: undefined });
  const lacks = new Map<string, string>();
  const log = {
    warn: ({ place }: { place?: string }, text: string) => void (place && lacks.set(place, text)),
  };
  return {
    map,
    /** Places of host.json at which the answers so far had nothing, each with the problem. */
    lacks,
    upstream: adaptUpstream(inner, map, { mediaPaths, log: log as never }),
    /** The same host, as if its lists had pages (`?page=2`) where the file names none. */
    paged: adaptUpstream(inner, createHostMap(withPages(file)), { mediaPaths }),
    /** False for a call that host.json does not name. */
    has: (row: Pick<ContractRow, 'name'>) => map.answererOf(row) !== undefined,
    unreceived: unreceivedFields({ byFile: { accepted: acceptedValues(map) } }),
    origins: file.media.origins,
    /** True if the checks may send requests to the media servers in `origins`: the operator has saved the file. */
    asksOrigins: true,
    /** True if the site can distinguish admins from customers who sign in. */
    namesAdmins: file.admins !== undefined || typeof file.token.user.role === 'object',
  };
}

/**
 * Returns the file with the usual pages for all lists, none of whose rows is dropped, to find out whether a host has
 * more than one page.
 */
function withPages(file: HostFile) {
  const paging = { page: 'page', first: 1 } as const;
  const calls = Object.entries(file.calls).map(([name, call]) => [
    name,
    typeof call === 'object' && 'path' in call
      ? { ...call, keep: undefined, envelope: { ...call.envelope, paging } }
      : call,
  ]);
  return { ...file, envelope: { ...file.envelope, paging }, calls: Object.fromEntries(calls) };
}
