interface RenderSlotsOptions {
  /** Number of pages that may be rendered at the same time. */
  atOnce: number;
  /** How long a page waits for a free slot, in milliseconds. */
  waitMs: number;
  /** How long a page may hold its slot while it waits for the API host, in milliseconds. */
  turnMs: number;
}

/** Gives a slot back. Calling it again has no effect. */
type ReleaseSlot = () => void;

/**
 * Waits for a slot, and resolves with the function that gives it back; undefined if no slot became free in time, or
 * `signal` fired.
 */
export type TakeSlot = (signal: AbortSignal) => Promise<ReleaseSlot | undefined>;

/**
 * Limits how many pages are rendered at the same time, so that in a burst of requests some pages are finished in
 * time, instead of all of them too late. A page that is not finished after `turnMs` probably waits for a slow host
 * and uses no processor time: it continues without its slot, which goes to the next page. Otherwise `atOnce` pages
 * that wait for a dead host would block the site.
 */
export function createRenderSlots({ atOnce, waitMs, turnMs }: RenderSlotsOptions): TakeSlot {
  let free = atOnce;
  const queue = new Set<() => void>();

  function beginTurn(): ReleaseSlot {
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      const [next] = queue;
      if (next) next();
      else free += 1;
    };
    const timer = setTimeout(end, turnMs);
    return end;
  }

  return (signal) => {
    if (signal.aborted) return Promise.resolve(undefined);
    if (free > 0) {
      free -= 1;
      return Promise.resolve(beginTurn());
    }
    return new Promise((resolve) => {
      const settle = (slot: ReleaseSlot | undefined) => {
        queue.delete(takeTurn);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(slot);
      };
      const takeTurn = () => settle(beginTurn());
      const giveUp = () => settle(undefined);
      const timer = setTimeout(giveUp, waitMs);
      signal.addEventListener('abort', giveUp, { once: true });
      queue.add(takeTurn);
    });
  };
}
