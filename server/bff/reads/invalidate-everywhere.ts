import { setTimeout as pause } from 'node:timers/promises';
import type { Signals } from '../../database/signals.ts';
import type { Counts } from '../../database/site/counts.ts';

/** Longer than answers on disk are served, in milliseconds. */
const rememberedMs = 25 * 3_600_000;
/** How far the clocks of two machines may be apart, in milliseconds. */
const skewMs = 60_000;

/** Purges the cached answers in all processes of the site. */
export interface Invalidation {
  /**
   * Milliseconds since 1970: data that was read before this time may have changed while this process was not running.
   */
  readonly notBefore: number;
  /** Sets the function that purges this process. A purge signalled since `openInvalidation` runs now. */
  by(forgetHere: () => void): void;
  /** Purges this process immediately, and signals the other processes, which follow within a second. */
  forget(): void;
  close(): Promise<void>;
}

/**
 * This process purges when data was changed through it, when another process signals a change, and when such signals
 * may have been lost. Changes in quick succession are signalled once or twice; a failed signal is sent again after
 * `againMs`. `counts` stores the time of the last change, for processes that start later.
 */
export async function openInvalidation(
  signals: Signals,
  counts: Counts,
  againMs = 1_000,
): Promise<Invalidation> {
  let isWanted = false;
  let forgetHere = () => {
    isWanted = true;
  };
  const stops = [signals.on('purge', () => forgetHere()), signals.onGap(() => forgetHere())];
  const purges = counts.of('purge', { windowMs: rememberedMs });
  const last = await purges.decide('site', (moments) => ({ result: moments.at(-1) }));
  const closing = new AbortController();
  let isUntold = false;
  let telling: Promise<void> | undefined;

  async function tell(): Promise<void> {
    while (isUntold) {
      isUntold = false;
      try {
        await signals.publish('purge');
        await purges.decide('site', (_moments, now) => ({ moments: [now], result: undefined }));
      } catch {
        if (closing.signal.aborted) return;
        isUntold = true;
        await pause(againMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    notBefore: last === undefined ? 0 : last + skewMs,
    by(given) {
      forgetHere = given;
      if (isWanted) forgetHere();
    },
    forget() {
      forgetHere();
      isUntold = true;
      telling ??= tell().finally(() => {
        telling = undefined;
      });
    },
    async close() {
      for (const stop of stops) stop();
      closing.abort();
      await telling;
    },
  };
}
