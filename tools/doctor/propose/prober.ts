import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUpstream } from '../../../server/bff/upstream/client.ts';
import { readBytes } from '../../../server/bff/upstream/json-answer.ts';
import type { Upstream, UpstreamAnswer } from '../../../server/bff/upstream/upstream.ts';
import { type Answer, createHost, header } from '../host.ts';

type Headers = Record<string, string>;

/** An answer of the host. `status` is 0 if the call was not made or not answered. */
export interface ProbeAnswer extends Omit<Answer, 'milliseconds'> {
  /** The call as it is written in the evidence for a line: `GET /posts?page=2`. */
  call: string;
  path: string;
  /** Headers that were sent with the request. */
  sent: Headers;
}

export interface Budget {
  /** Limits: calls per minute, calls in total, and seconds in total. */
  perMinute: number;
  calls?: number | undefined;
  seconds?: number | undefined;
  wait?: (ms: number) => Promise<unknown>;
  say?: ((text: string) => void) | undefined;
}

export type Prober = ReturnType<typeof createProber>;

/** Headers that identify the caller. Only these are part of the cache key of a read. */
const ofWhoAsks = /^(authorization|cookie|x-.*token)$/;

/**
 * Sends requests to a host within a budget, and caches the answers to reads. `ask` and `send` never reject: after a
 * failure they return an answer with status 0.
 */
export function createProber(url: URL, timeoutMs: number, budget: Budget) {
  const { perMinute, calls = 60, seconds = 100, wait = sleep, say = () => {} } = budget;
  const inner = createUpstream(url, timeoutMs);
  const began = performance.now();
  const made: number[] = [];
  const answers = new Map<string, { status: number; headers: UpstreamAnswer['headers']; bytes: Buffer }>();
  /**
   * How the budget was used. `sent` are the writes that were sent, `unasked` the calls that were not made, and `why`
   * is the reason for which they were not made, with the option that raises the limit. `signOut` is the status of the
   * answer to the sign-out.
   */
  const spent = {
    get calls() {
      return made.length;
    },
    sent: [] as string[],
    unasked: [] as string[],
    why: undefined as string | undefined,
    error: undefined as unknown,
    signOut: undefined as number | undefined,
  };
  const session = { in: '', out: '' as string | undefined };

  /** Waits if the budget has enough seconds left; otherwise records that the budget is spent. */
  async function pause(ms: number): Promise<void> {
    if (performance.now() + ms - began > seconds * 1_000)
      spent.why ??= `the host is slow or limits its calls, and ${seconds} s were not enough (--seconds ${seconds * 3} allows more)`;
    else if (ms > 0) await wait(ms);
  }

  /** Waits until the next call is allowed, and counts it. Throws if the budget is spent. */
  async function turn(call: string): Promise<void> {
    const ms = (made.at(-perMinute) ?? Number.NEGATIVE_INFINITY) + 60_000 - performance.now();
    if (made.length >= calls)
      spent.why ??= `the limit of ${calls} calls is reached (--calls ${calls * 2} allows more)`;
    if (ms > 2_000) say(`Waiting ${Math.ceil(ms / 1_000)} s to limit the rate of calls.`);
    await pause(Math.max(0, ms));
    if (spent.why) {
      spent.unasked.push(call);
      throw new Error(spent.why);
    }
    made.push(performance.now());
  }

  const upstream: Upstream = {
    ...inner,
    async request(wanted) {
      const { method, path } = wanted;
      const isRead = /^(GET|HEAD|OPTIONS)$/.test(method);
      const headers = Object.entries(wanted.headers).filter(([name]) => ofWhoAsks.test(name));
      const key = JSON.stringify([method, path, isRead ? headers.sort() : '']);
      let known = isRead || path === session.in ? answers.get(key) : undefined;
      if (!known) {
        await turn(`${method} ${path}`);
        if (!isRead) spent.sent.push(`${method} ${path}`);
        const answer = await inner.request(wanted);
        known = { status: answer.status, headers: answer.headers, bytes: await readBytes(answer, 4 << 20) };
        if (!isRead && path === session.out) spent.signOut = known.status;
        if (known.status !== 429) answers.set(key, known);
      }
      const { 'transfer-encoding': _, ...told } = known.headers;
      const length = method === 'HEAD' ? {} : { 'content-length': String(known.bytes.length) };
      const body = Readable.from([known.bytes], { objectMode: false });
      return { status: known.status, headers: { ...told, ...length }, body };
    },
  };
  const host = createHost(upstream, { wait: pause, say });

  async function exchange(
    method: string,
    path: string,
    headers: Headers,
    body?: string,
  ): Promise<ProbeAnswer> {
    const call = `${method} ${path}`;
    try {
      return { ...(await host.ask(method, path, { headers, body })), call, path, sent: headers };
    } catch (error) {
      if (!spent.why) spent.error = error;
      return { call, path, sent: headers, status: 0, headers: {}, json: undefined, type: '' };
    }
  }

  const rate: { limit?: number; refusals: number } = host.rate;
  return {
    rate,
    origin: url.origin,
    upstream,
    spent,
    send: exchange,
    /**
     * Makes a read. Follows one redirect to another path of the same origin, since many hosts redirect to the path
     * with a trailing slash.
     */
    async ask(path: string, headers: Headers = {}, method: 'GET' | 'OPTIONS' = 'GET'): Promise<ProbeAnswer> {
      const seen = await exchange(method, path, headers);
      const to = [301, 302, 307, 308].includes(seen.status) ? header(seen.headers, 'location') : '';
      if (!to || !URL.canParse(to, url.href)) return seen;
      const { origin, pathname, search } = new URL(to, url);
      const isOther = origin === url.origin && pathname + search !== path;
      return isOther ? exchange(method, pathname + search, headers) : seen;
    },
    /** Deletes the cached answers to reads. */
    forget() {
      for (const key of answers.keys()) if (key.startsWith('["GET')) answers.delete(key);
    },
    /**
     * Sets the paths of the sign-in and the sign-out. The answer to the sign-in is then cached, so that the sign-in
     * is sent only once.
     */
    enter: (path: string, out: string | undefined) => void Object.assign(session, { in: path, out }),
  };
}

/** Returns a path with these query parameters. They replace parameters of the same name. */
export function withQuery(path: string, query: Record<string, string>): string {
  const [bare = '', search] = path.split('?', 2);
  const all = new URLSearchParams(search);
  for (const [name, value] of Object.entries(query)) all.set(name, value);
  return all.size > 0 ? `${bare}?${all}` : bare;
}

export function bareOf(path: string): string {
  return path.split('?', 1)[0] ?? '';
}

export function lastOf(path: string): string {
  return bareOf(path).split('/').filter(Boolean).at(-1) ?? '';
}
