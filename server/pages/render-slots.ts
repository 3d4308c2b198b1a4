import { createQueue } from '../process/queue.ts';

interface RenderSlotsOptions {
  /** Number of pages that may be rendered at the same time. */
  atOnce: number;
  /** How long a page waits for a free slot, in milliseconds. */
  waitMs: number;
  /** How long a page may hold its slot while it waits for the API host, in milliseconds. */
  turnMs: number;
}

/**
 * Waits for a slot, and resolves with the function that gives it back; undefined if no slot became free in time, or
 * `signal` fired.
 */
export type TakeSlot = ReturnType<typeof createRenderSlots>;

/**
 * Limits how many pages are rendered at the same time, so that in a burst of requests some pages are finished in
 * time, instead of all of them too late. A page that is not finished after `turnMs` probably waits for a slow host
 * and uses no processor time: it continues without its slot, which goes to the next page. Otherwise `atOnce` pages
 * that wait for a dead host would block the site.
 */
export function createRenderSlots({ atOnce, waitMs, turnMs }: RenderSlotsOptions) {
  const inSlot = createQueue({ atOnce });
  return (signal?: AbortSignal): Promise<(() => void) | undefined> =>
    new Promise((resolve) => {
      const turn = () =>
        new Promise<void>((end) => {
          const timer = setTimeout(end, turnMs);
          resolve(() => {
            clearTimeout(timer);
            end();
          });
        });
      inSlot(turn, AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(waitMs)])).catch(() =>
        resolve(undefined),
      );
    });
}
