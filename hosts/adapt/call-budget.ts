import { AppError } from '../../server/errors.ts';
import { createWindow } from '../../server/limiter.ts';

const minuteMs = 60_000;
/** Share of the calls per minute that visitors may use, in tenths. The rest is reserved for signed-in people. */
const visitorsTenths = 8;

/** Limits the calls to a host per minute (`calls_per_minute` of host.json). */
export function createCallBudget(perMinute: number, now: () => number = () => performance.now()) {
  const made = createWindow(perMinute, minuteMs, now);
  const forVisitors = Math.max(1, Math.floor((perMinute * visitorsTenths) / 10));
  return {
    /**
     * Counts one call. Throws AppError 503 `upstream.busy` with Retry-After when the calls of this minute are used up;
     * no request waits for the next minute.
     */
    spend(isSession: boolean): void {
      const waitMs = made.waitMs(isSession ? perMinute : forVisitors);
      if (waitMs > 0)
        throw new AppError('upstream.busy', 503, {
          headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
        });
      made.count();
    },
    /** False while few calls of this minute are left: stale answers should then be served without a refresh. */
    mayRefresh: () => made.waitMs(Math.max(1, Math.floor(forVisitors / 2))) <= 0,
  };
}
