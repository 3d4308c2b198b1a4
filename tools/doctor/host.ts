import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { matchContract } from '#shared/contract/match.ts';
import { limits } from '#shared/limits.ts';
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

/** Rate limit as observed from the host's answers. */
export interface RateLimit {
  /** Calls that the host allows in a window of time, which usually is one minute. */
  limit?: number;
  /** Number of 429 answers so far. */
  refusals: number;
}

interface AskOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** Sends requests to the examined host: one after the other, and never faster than the host allows. */
export interface Host {
  readonly origin: string;
  /** Makes a request. A body that is a string is sent unchanged, any other body as JSON. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
  readonly rate: RateLimit;
}

/** Thrown if the host still answers 429 after the longest wait. */
class RateLimited extends Error {}

/**
 * Number of calls in each period of the host's rate limit that the doctor does not use. They are left for visitors of
 * a site that uses the same host.
 */
const reserve = 5;
const windowMs = 60_000;
/** Maximum wait after a 429, in milliseconds, and maximum number of waits for one call. */
const longestWaitMs = 70_000;
const maxWaits = 2;

interface HostOptions {
  /** Waits for this number of milliseconds. */
  wait?: (ms: number) => Promise<unknown>;
  /** Called with the reason for a delay. */
  say?: (text: string) => void;
}

export function createHost(upstream: Upstream, { wait = sleep, say = () => {} }: HostOptions = {}): Host {
  const rate: RateLimit = { refusals: 0 };
  let restMs = 0;

  async function pause(ms: number): Promise<void> {
    if (ms >= 2_000) say(`The host limits its rate: waiting ${Math.ceil(ms / 1_000)} s`);
    await wait(ms);
  }

  async function once(method: string, path: string, { body, token, headers }: AskOptions) {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const started = performance.now();
    const { row, params } = matchContract(method, path.split('?', 1)[0] ?? '');
    const answer = await upstream.request({
      method,
      path,
      // A host without an adapter needs only the path, which may also be one that no row of the contract has.
      ...(upstream.isMapped && { row, params }),
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      },
      ...(text && { json: { value: body, bytes: Buffer.from(text) } }),
    });
    const read = await readText(answer.body);
    return {
      status: answer.status,
      headers: answer.headers,
      json: parse(read),
      type: header(answer.headers, 'content-type').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      milliseconds: Math.round(performance.now() - started),
    };
  }

  /**
   * Returns how long to wait before the next call, in milliseconds, according to the rate limit that an answer
   * states.
   */
  function restAfter({ headers }: Answer): number {
    const limit = Number(header(headers, 'x-ratelimit-limit') || header(headers, 'ratelimit-limit'));
    const left = header(headers, 'x-ratelimit-remaining') || header(headers, 'ratelimit-remaining');
    if (limit > 0) rate.limit = limit;
    return left !== '' && Number(left) <= reserve && limit > 0 ? windowMs / limit : 0;
  }

  return {
    origin: upstream.url.origin,
    rate,
    async ask(method, path, options = {}) {
      for (let waits = 0; ; waits += 1) {
        if (restMs > 0) await pause(restMs);
        const answer = await once(method, path, options);
        restMs = restAfter(answer);
        if (answer.status !== 429) return answer;
        rate.refusals += 1;
        if (waits === maxWaits) throw new RateLimited(`still answers 429 after ${maxWaits} waits`);
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
export async function causeOf(error: unknown, url: URL, timeoutMs: number): Promise<string> {
  if (error instanceof RateLimited) return error.message;
  const { code = '', message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
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
export function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'upstream.timeout';
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/** True if a TCP connection to the host and port of this URL succeeds. */
function accepts(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url), timeout: 3_000 });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

export function header(headers: Answer['headers'], name: string): string {
  return String([headers[name] ?? ''].flat()[0] ?? '');
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 2 * limits.richTextBytes) throw new Error('the answer does not end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
