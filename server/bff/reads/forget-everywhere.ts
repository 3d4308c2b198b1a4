import { setTimeout as pause } from 'node:timers/promises';
import type { Signals } from '../../database/signals.ts';
import type { Counts } from '../../database/site/counts.ts';

/** What is kept on a disk is given for a day at most, in milliseconds. */
const rememberedMs = 25 * 3_600_000;
/** How far the clocks of two machines may be apart, in milliseconds. */
const skewMs = 60_000;

/** What is kept for visitors, in all processes of the site. */
export interface Forgetting {
  /** What was read before, in milliseconds since 1970, may have been changed while this process was not there to hear of it. */
  readonly notBefore: number;
  /** How this process forgets what it keeps. What was said since `openForgetting` is done now. */
  by(forgetHere: () => void): void;
  /** Forgets it here at once, and tells the others, who hear it within a second. */
  forget(): void;
  close(): Promise<void>;
}

/**
 * What this process keeps is forgotten when something was changed through it, when another process says so, and when word of others may
 * have been lost. However often that is within a moment, the others are told once or twice; `againMs` after a failure they are told
 * again. `counts` has when it was last, for processes that start later.
 */
export async function openForgetting(signals: Signals, counts: Counts, againMs = 1_000): Promise<Forgetting> {
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
