import { Readable } from 'node:stream';
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
  /** The most calls to the host. */
  calls?: number | undefined;
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
  const { calls = 60, say } = budget;
  const inner = createUpstream(url, timeoutMs);
  const answers = new Map<string, { status: number; headers: UpstreamAnswer['headers']; bytes: Buffer }>();
  /**
   * How the budget was used. `sent` are the writes that were sent, `unasked` the calls that were not made, and `why`
   * is the reason for which they were not made, with the option that raises the limit.
   */
  const spent = {
    calls: 0,
    sent: [] as string[],
    unasked: [] as string[],
    why: undefined as string | undefined,
    error: undefined as unknown,
  };
  let signIn = '';

  /** Counts a call. Throws if the budget is spent. */
  function count(call: string): void {
    if (spent.calls === calls)
      spent.why ??= `the limit of ${calls} calls is reached (--calls ${calls * 2} allows more)`;
    if (spent.why) {
      spent.unasked.push(call);
      throw new Error(spent.why);
    }
    spent.calls += 1;
  }

  const upstream: Upstream = {
    ...inner,
    async request(wanted) {
      const { method, path } = wanted;
      const isRead = /^(GET|HEAD|OPTIONS)$/.test(method);
      const headers = Object.entries(wanted.headers).filter(([name]) => ofWhoAsks.test(name));
      const key = JSON.stringify([method, path, isRead ? headers.sort() : '']);
      let known = isRead || path === signIn ? answers.get(key) : undefined;
      if (!known) {
        count(`${method} ${path}`);
        if (!isRead) spent.sent.push(`${method} ${path}`);
        const { status, headers, ...answer } = await inner.request(wanted);
        known = { status, headers, bytes: await readBytes({ status, headers, ...answer }, 4 << 20) };
        if (status !== 429) answers.set(key, known);
      }
      const { 'transfer-encoding': _, ...told } = known.headers;
      const length = method === 'HEAD' ? {} : { 'content-length': String(known.bytes.length) };
      const body = Readable.from([known.bytes], { objectMode: false });
      return { status: known.status, headers: { ...told, ...length }, body };
    },
  };
  const host = createHost(upstream, { ...(say && { say }) });

  async function send(method: string, path: string, sent: Headers, body?: string): Promise<ProbeAnswer> {
    const common = { call: `${method} ${path}`, path, sent };
    try {
      return { ...(await host.ask(method, path, { headers: sent, body })), ...common };
    } catch (error) {
      if (!spent.why) spent.error = error;
      return { ...common, status: 0, headers: {}, json: undefined, type: '' };
    }
  }

  const rate: { limit?: number; refusals: number } = host.rate;
  return {
    rate,
    origin: url.origin,
    upstream,
    spent,
    send,
    /**
     * Makes a read. Follows one redirect to another path of the same origin, since many hosts redirect to the path
     * with a trailing slash.
     */
    async ask(path: string, headers: Headers = {}, method: 'GET' | 'OPTIONS' = 'GET'): Promise<ProbeAnswer> {
      const seen = await send(method, path, headers);
      const to = [301, 302, 307, 308].includes(seen.status) ? header(seen.headers, 'location') : '';
      if (!to || !URL.canParse(to, url.href)) return seen;
      const { origin, pathname, search } = new URL(to, url);
      const isOther = origin === url.origin && pathname + search !== path;
      return isOther ? send(method, pathname + search, headers) : seen;
    },
    /** Deletes the cached answers to reads. */
    forget() {
      for (const key of answers.keys()) if (key.startsWith('["GET')) answers.delete(key);
    },
    /** Sets the path of the sign-in. Its answer is then cached, so that the sign-in is sent only once. */
    enter(path: string): void {
      signIn = path;
    },
  };
}

/** Returns a path with these query parameters. They replace parameters of the same name. */
export function withQuery(path: string, query: Record<string, string> = {}): string {
  const [bare = '', search] = path.split('?', 2);
  const all = new URLSearchParams(search);
  for (const [name, value] of Object.entries(query)) all.set(name, value);
  return all.size > 0 ? `${bare}?${all}` : bare;
}

export const bareOf = (path: string) => path.split('?', 1)[0] ?? '';
export const lastOf = (path: string) => bareOf(path).split('/').filter(Boolean).at(-1) ?? '';
