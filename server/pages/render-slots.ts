interface RenderSlotsOptions {
  /** Number of pages that are rendered at the same time. */
  atOnce: number;
  /** How long other pages wait for a slot, in milliseconds. */
  waitMs: number;
  /** How long a page that waits for its API host may hold its slot, in milliseconds. */
  turnMs: number;
}

/** Releases a slot; a second call does nothing. */
export type ReleaseSlot = () => void;

/** Resolves with the function that releases the slot; undefined if none became free in time, or `signal` fired. */
export type TakeSlot = (signal: AbortSignal) => Promise<ReleaseSlot | undefined>;

export interface RenderSlots {
  take: TakeSlot;
  /** For metrics: pages that hold a slot, that wait for one, and that found none since the start. */
  stats(): { running: number; waiting: number; refused: number };
}

/**
 * Limits how many pages are rendered at once, so that in a burst some are finished in time instead of all too late. A
 * page uses processor time only while its reads arrive. After `turnMs` it is waiting for a slow host and uses none,
 * so its slot goes to the next page: four pages of a dead host do not block the site. The page then continues without
 * a slot, and there are never more such pages than `atOnce` for each `turnMs` of their reads' deadline.
 */
export function createRenderSlots({ atOnce, waitMs, turnMs }: RenderSlotsOptions): RenderSlots {
  let free = atOnce;
  let refused = 0;
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

  const take: TakeSlot = (signal) => {
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
      const timer = setTimeout(() => {
        refused += 1;
        giveUp();
      }, waitMs);
      signal.addEventListener('abort', giveUp, { once: true });
      queue.add(takeTurn);
    });
  };
  return { take, stats: () => ({ running: atOnce - free, waiting: queue.size, refused }) };
}
