import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUpstream } from '../../../server/bff/upstream/client.ts';
import { readBytes } from '../../../server/bff/upstream/json-answer.ts';
import type { Upstream, UpstreamAnswer } from '../../../server/bff/upstream/upstream.ts';
import { type Answer, createHost } from '../host.ts';

/** An answer of the host; its status is 0 where a call was not answered or not made. */
export interface Seen extends Omit<Answer, 'milliseconds'> {
  /** Its name in evidence: `GET /posts?page=2`. */
  call: string;
  /** Path with query. */
  path: string;
  /** Visitors are refused there. */
  isWithToken?: boolean;
}

/** Calls that were spent, and why no more are made: with the option that raises it, and the calls that were not made for it. */
interface Spent {
  calls: number;
  sent: string[];
  unasked: string[];
  why?: string;
  error?: unknown;
  /** The status of the answer to the sign-out. */
  signOut?: number;
}

export interface Prober {
  readonly origin: string;
  /** A read, made once. Never rejects. A redirect on the same origin is followed, a slash at the end of a path being usual. */
  ask(path: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD' | 'OPTIONS'): Promise<Seen>;
  send(method: string, path: string, headers: Record<string, string>, body: string): Promise<Seen>;
  /** HEAD of a file, on the host or an origin that the caller has named. */
  look(address: string): Promise<{ status: number; type: string; call: string }>;
  /** The same host for the adapter. Once it is locked a write gets the answer that it has had, and none but the sign-out is made. */
  readonly upstream: Upstream;
  lock(signOut: string | undefined, ignoredHeaders: readonly string[]): void;
  /** Lets reads be made anew. */
  forget(): void;
  readonly spent: Spent;
  /** Calls a minute that the host says it bears, and its refusals. */
  readonly rate: { limit?: number; refusals: number };
}

export interface Budget {
  /** Calls in a minute, calls in all, and seconds in all. */
  perMinute: number;
  calls?: number | undefined;
  seconds?: number | undefined;
  wait?: (ms: number) => Promise<unknown>;
  say?: ((text: string) => void) | undefined;
}

export function createProber(url: URL, timeoutMs: number, budget: Budget): Prober {
  const { perMinute, calls = 60, seconds = 100, wait = sleep, say = () => {} } = budget;
  const inner = createUpstream(url, timeoutMs);
  const began = performance.now();
  const made: number[] = [];
  const answers = new Map<string, { status: number; headers: UpstreamAnswer['headers']; bytes: Buffer }>();
  const spent: Spent = { calls: 0, sent: [], unasked: [] };
  const lock: { isOn?: boolean; signOut?: string | undefined; ignored: readonly string[] } = { ignored: [] };

  const tooSlow = `the host is slow or limits its calls, and ${seconds} s did not suffice (--seconds ${seconds * 3} allows more)`;

  /** Waits for the next turn; rejects when the budget has ended. */
  async function turn(call: string): Promise<void> {
    const now = performance.now();
    const ms =
      made.length >= perMinute ? Math.max(0, (made[made.length - perMinute] ?? 0) + 60_000 - now) : 0;
    if (spent.calls >= calls)
      spent.why ??= `the ${calls} calls that it may make were made (--calls ${calls * 2} allows more)`;
    if (now + ms - began > seconds * 1_000) spent.why ??= tooSlow;
    if (spent.why) {
      spent.unasked.push(call);
      throw new Error(spent.why);
    }
    if (ms > 2_000) say(`Waiting ${Math.ceil(ms / 1_000)} s: the host is not to be asked too often.`);
    if (ms > 0) await wait(ms);
    made.push(performance.now());
    spent.calls += 1;
  }

  const upstream: Upstream = {
    ...inner,
    async request(wanted) {
      const { method, path } = wanted;
      const isRead = /^(GET|HEAD|OPTIONS)$/.test(method);
      const own = ['host', 'accept', 'content-length', ...lock.ignored];
      const headers = Object.entries(wanted.headers).filter(([name]) => !own.includes(name));
      const key = JSON.stringify(isRead ? [method, path, headers.sort()] : [method, path]);
      let known = isRead || lock.isOn ? answers.get(key) : undefined;
      if (!known) {
        if (!isRead && lock.isOn && path !== lock.signOut)
          throw new Error(`${method} ${path} changes something, and is not tried`);
        await turn(`${method} ${path}`);
        if (!isRead) spent.sent.push(`${method} ${path}`);
        const { status, headers: given, ...answer } = await inner.request(wanted);
        known = {
          status,
          headers: given,
          bytes: await readBytes({ status, headers: given, ...answer }, 4 << 20),
        };
        if (!isRead && path === lock.signOut) spent.signOut = known.status;
        if (known.status !== 429) answers.set(key, known);
      }
      const { 'transfer-encoding': _, ...told } = known.headers;
      const length = method === 'HEAD' ? {} : { 'content-length': String(known.bytes.length) };
      const body = Readable.from([known.bytes], { objectMode: false });
      return { status: known.status, headers: { ...told, ...length }, body };
    },
  };
  // A wait that the host asks for counts as well.
  const waits = async (ms: number) => {
    if (performance.now() + ms - began > seconds * 1_000) spent.why ??= tooSlow;
    else await wait(ms);
  };
  const host = createHost(upstream, { wait: waits, say });

  async function exchange(
    method: string,
    path: string,
    options: Parameters<typeof host.ask>[2],
  ): Promise<Seen> {
    const call = `${method} ${path}`;
    try {
      return { ...(await host.ask(method, path, options)), call, path };
    } catch (error) {
      if (!spent.why) spent.error = error;
      return { call, path, status: 0, headers: {}, json: undefined, type: '' };
    }
  }

  return {
    ...{ origin: url.origin, upstream, spent, rate: host.rate },
    async ask(path, headers = {}, method = 'GET') {
      const seen = await exchange(method, path, { headers });
      const to = ledTo(seen, url.origin);
      return to === undefined ? seen : exchange(method, to, { headers });
    },
    send: (method, path, headers, body) => exchange(method, path, { headers, body }),
    async look(address) {
      const call = `HEAD ${address}`;
      if (address.startsWith('/')) return exchange('HEAD', address, {});
      try {
        await turn(call);
        const signal = AbortSignal.timeout(timeoutMs);
        const { status, headers } = await fetch(address, { method: 'HEAD', redirect: 'manual', signal });
        return { status, type: headers.get('content-type') ?? '', call };
      } catch {
        return { status: 0, type: '', call };
      }
    },
    forget: () => {
      for (const key of answers.keys()) if (key.startsWith('["GET')) answers.delete(key);
    },
    lock: (signOut, ignored) => void Object.assign(lock, { isOn: true, signOut, ignored }),
  };
}

/** The path on the same origin that a redirect leads to. */
export function ledTo({ status, headers, path }: Seen, origin: string): string | undefined {
  const to = String(headers.location ?? '');
  if (![301, 302, 307, 308].includes(status) || !URL.canParse(to, origin)) return undefined;
  const url = new URL(to, origin);
  const found = `${url.pathname}${url.search}`;
  return url.origin === origin && found !== path ? found : undefined;
}

/** The path with these parameters, in place of those of the same names. */
export function withQuery(path: string, query: Record<string, string>): string {
  const [plain = '', search = ''] = path.split('?', 2);
  const kept = search
    .split('&')
    .filter((pair) => pair && !(decodeURIComponent(pair.split('=', 1)[0] ?? '') in query));
  const all = [
    ...kept,
    ...Object.entries(query).map(([name, value]) => new URLSearchParams({ [name]: value }).toString()),
  ];
  return all.length > 0 ? `${plain}?${all.join('&')}` : plain;
}
