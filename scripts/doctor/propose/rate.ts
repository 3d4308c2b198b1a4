type Headers = Record<string, string | string[] | undefined>;

/** So many calls of a window are left to whoever else uses the host. */
const reserve = 5;
const longestWaitMs = 70_000;

/** What an answer says of how often the host may be asked. */
export function readRate(headers: Headers): {
  /** Calls a minute. */
  limit?: number;
  /** Milliseconds to let pass before the next call, as far as it says how many are left. */
  restMs: number;
  /** The same after a 429. */
  retryMs: number;
} {
  const said = (name: string) => String([headers[name] ?? ''].flat()[0] ?? '');
  const either = (name: string) => said(`x-ratelimit-${name}`) || said(`ratelimit-${name}`);
  // The later draft has all of it in one header: RateLimit: limit=60, remaining=12, reset=30
  const joined = (name: string) =>
    new RegExp(`\\b${name.charAt(0)}(?:${name.slice(1)})?=(\\d+)`).exec(said('ratelimit'))?.[1] ?? '';
  const limit = Number(either('limit').split(/[,;]/, 1)[0] || joined('limit'));
  const left = either('remaining') || joined('remaining');
  const windowSeconds = Number(/\bw=(\d+)/.exec(said('ratelimit-policy') || said('ratelimit'))?.[1] ?? 60);
  const perMinute =
    limit > 0 ? Math.max(1, Math.floor((limit * 60) / Math.max(1, windowSeconds))) : undefined;
  const retry = said('retry-after');
  const seconds = /^\d+$/.test(retry) ? Number(retry) : (Date.parse(retry) - Date.now()) / 1_000;
  return {
    ...(perMinute !== undefined && { limit: perMinute }),
    restMs: left !== '' && perMinute && Number(left) <= reserve ? 60_000 / perMinute : 0,
    retryMs: Math.min(longestWaitMs, seconds > 0 ? seconds * 1_000 + 500 : 30_000),
  };
}
