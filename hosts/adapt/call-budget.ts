import { AppError } from '../../server/errors.ts';
import { createWindow } from '../../server/limiter.ts';

const minuteMs = 60_000;
/** Of the calls of a minute so many of ten are for visitors; the rest is kept for whoever is signed in. */
const visitorsTenths = 8;

/** The calls that a host is asked in a minute at most (`calls_per_minute` of host.json). */
export interface CallBudget {
  /**
   * Counts one call. Rejects with AppError 503 upstream.busy and Retry-After when the minute's calls are spent: nobody waits for a
   * minute, and what is stored is shown meanwhile.
   */
  spend(isSession: boolean): void;
  /** False when what is stored should be given a while longer. */
  mayRefresh(): boolean;
}

export function createCallBudget(perMinute: number, now: () => number = () => performance.now()): CallBudget {
  const made = createWindow(perMinute, minuteMs, now);
  const forVisitors = Math.max(1, Math.floor((perMinute * visitorsTenths) / 10));
  return {
    spend(isSession) {
      const waitMs = made.waitMs(isSession ? perMinute : forVisitors);
      if (waitMs > 0)
        throw new AppError('upstream.busy', 503, {
          headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
        });
      made.count();
    },
    mayRefresh: () => made.waitMs(Math.max(1, Math.floor(forVisitors / 2))) <= 0,
  };
}
