/** Counts calls in windows of a minute that begin with a client's first call, as the throttles of PHP frameworks do. */
export function callsAMinute(limit: number) {
  const windows = new Map<string, { ends: number; left: number }>();
  return {
    /** Notes a call; `retryAfter` in seconds when it is one too many. */
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
