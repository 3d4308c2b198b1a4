/**
 * Counts calls in windows of a minute that begin with a client's first call, like the rate limits of PHP frameworks.
 */
export function callsAMinute(limit: number) {
  const windows = new Map<string, { ends: number; left: number }>();
  return {
    /** Counts a call; `retryAfter` is in seconds and set if the call exceeds the limit. */
    take(client: string): { left: number; retryAfter?: number } {
      const now = Date.now();
      let window = windows.get(client);
      if (!window || window.ends <= now) {
        window = { ends: now + 60_000, left: limit };
        windows.set(client, window);
      }
      if (window.left === 0) return { left: 0, retryAfter: Math.ceil((window.ends - now) / 1000) };
      window.left -= 1;
      return { left: window.left };
    },
  };
}
