import { setTimeout as sleep } from 'node:timers/promises';
import { readRate } from './rate.ts';

/** What the host said to one request. */
export interface Seen {
  /** How evidence names it: `GET /posts?page=2`. */
  call: string;
  /** Path with query. */
  path: string;
  /** 0 when nothing was heard, or nothing was asked any more. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body as JSON; undefined when it is none. */
  json: unknown;
  /** The body, where it is kept: of what may be asked for again. */
  text: string;
  type: string;
}

type ReadingMethod = 'GET' | 'HEAD' | 'OPTIONS';

/**
 * Asks an unknown host, one request after the other: it reads, and signs in once and out again. Nothing is followed to another place, and
 * what was answered once is not asked for again.
 */
export interface Prober {
  readonly origin: string;
  /**
   * Never rejects: what could not be asked has the status 0. A host that leads to the same path with a slash at its end is asked there, and
   * from its first list on at once.
   */
  ask(method: ReadingMethod, path: string, headers?: Record<string, string>): Promise<Seen>;
  /** The same, at this path and no other. */
  askAt(method: ReadingMethod, path: string, headers?: Record<string, string>): Promise<Seen>;
  /** HEAD of an address on an origin that the caller has named. */
  look(address: string): Promise<Seen>;
  /** The one thing that is sent: a sign-in or a sign-out. */
  send(method: string, path: string, headers: Record<string, string>, body: string): Promise<Seen>;
  readonly spent: {
    calls: number;
    /** Calls a minute that the host says it bears. */
    limit?: number;
    refusals: number;
    /** Why no more is asked. */
    why?: string;
    /** What made the last exchange fail. */
    error?: unknown;
  };
}

export interface ProberOptions {
  /** Calls in a minute at most. */
  perMinute: number;
  /** Calls in all, and milliseconds. */
  mostCalls?: number;
  mostMs?: number;
  timeoutMs?: number;
  /** Other origins that may be asked for media. */
  mediaOrigins?: readonly string[];
  wait?: (ms: number) => Promise<unknown>;
  say?: (text: string) => void;
}

const minuteMs = 60_000;
/** An answer of a list is some hundred KiB. */
const mostBytes = 4 * 1024 * 1024;

export function createProber(origin: string, options: ProberOptions): Prober {
  const { perMinute, mostCalls = 150, mostMs = 100_000, timeoutMs = 8_000, wait = sleep } = options;
  const { say = () => {}, mediaOrigins = [] } = options;
  const began = performance.now();
  const made: number[] = [];
  const answers = new Map<string, Promise<Seen>>();
  const spent: Prober['spent'] = { calls: 0, refusals: 0 };
  let notBefore = 0;

  /** Waits for its turn; false when there is none any more. */
  async function turn(): Promise<boolean> {
    if (spent.why) return false;
    if (spent.calls >= mostCalls) {
      spent.why = `${mostCalls} calls were made, which is all that it may make`;
      return false;
    }
    const now = performance.now();
    const full = made.length >= perMinute ? (made[made.length - perMinute] ?? 0) + minuteMs : 0;
    const ms = Math.max(full, notBefore) - now;
    if (now + Math.max(0, ms) - began > mostMs) {
      spent.why = 'it has taken as long as it may take';
      return false;
    }
    if (ms > 2_000) say(`Waiting ${Math.ceil(ms / 1_000)} s: the host is not to be asked too often.`);
    if (ms > 0) await wait(ms);
    made.push(performance.now());
    spent.calls += 1;
    return true;
  }

  async function exchange(
    method: string,
    url: URL,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Seen> {
    const path = `${url.pathname}${url.search}`;
    const call = `${method} ${url.origin === origin ? path : url.href}`;
    const nothing: Seen = { call, path, status: 0, headers: {}, json: undefined, text: '', type: '' };
    for (let waits = 0; ; waits += 1) {
      if (!(await turn())) return nothing;
      try {
        const answer = await fetch(url, {
          method,
          redirect: 'manual',
          headers: { accept: 'application/json', ...headers },
          signal: AbortSignal.timeout(timeoutMs),
          ...(body !== undefined && { body }),
        });
        const seen: Seen = {
          call,
          path,
          status: answer.status,
          headers: {
            ...Object.fromEntries(answer.headers),
            ...(answer.headers.has('set-cookie') && { 'set-cookie': answer.headers.getSetCookie() }),
          },
          type: (answer.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
          ...(await readBody(answer)),
        };
        const rate = readRate(seen.headers);
        if (rate.limit !== undefined) spent.limit = rate.limit;
        if (rate.restMs > 0) notBefore = performance.now() + rate.restMs;
        if (seen.status !== 429) return seen;
        spent.refusals += 1;
        notBefore = performance.now() + rate.retryMs;
        if (waits === 1) return seen;
      } catch (error) {
        spent.error = error;
        return nothing;
      }
    }
  }

  /** The host wants a slash at the end of its paths. */
  let wantsSlash = false;

  function askAt(method: ReadingMethod, path: string, headers: Record<string, string> = {}): Promise<Seen> {
    const key = JSON.stringify([method, path, headers]);
    const known = answers.get(key);
    if (known) return known;
    const asked = exchange(method, new URL(origin + path), headers);
    answers.set(key, asked);
    return asked;
  }

  return {
    origin,
    spent,
    askAt,
    async ask(method, path, headers) {
      const slashed = withSlash(path);
      if (slashed === undefined) return askAt(method, path, headers);
      const plain = wantsSlash ? undefined : await askAt(method, path, headers);
      if (plain && ledTo(plain, origin) !== slashed) return plain;
      const seen = await askAt(method, slashed, headers);
      wantsSlash ||= seen.status === 200 && seen.json !== undefined;
      return ledTo(seen, origin) === path ? askAt(method, path, headers) : seen;
    },
    look(address) {
      const url = new URL(address, origin);
      if (url.origin !== origin && !mediaOrigins.includes(url.origin))
        throw new Error(`${url.origin} is not to be asked`);
      return exchange('HEAD', url, {});
    },
    send: (method, path, headers, body) => exchange(method, new URL(origin + path), headers, body),
  };
}

async function readBody(answer: Response): Promise<Pick<Seen, 'json' | 'text'>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new Error('the answer does not end');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text, json: undefined };
  }
}

/** The same path with a slash at its end; undefined where one is, or a file's name. */
function withSlash(path: string): string | undefined {
  const [plain = '', search] = path.split(/\?(.*)/s, 2);
  if (/\/$|\.[a-z]{2,5}$/i.test(plain)) return undefined;
  return `${plain}/${search === undefined ? '' : `?${search}`}`;
}

/** A path on the same origin that an answer leads to: hosts that want a slash at the end say so. */
export function ledTo({ status, headers, path }: Seen, origin: string): string | undefined {
  if (![301, 302, 307, 308].includes(status)) return undefined;
  const to = String(headers.location ?? '');
  if (!URL.canParse(to, origin)) return undefined;
  const url = new URL(to, origin);
  const found = `${url.pathname}${url.search}`;
  return url.origin === origin && found !== path ? found : undefined;
}
