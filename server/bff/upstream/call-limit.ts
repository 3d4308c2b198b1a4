import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { dumpAnswer, retryAfterMs } from './answers.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** Limits for the length of a pause that the host demands by a 429, in milliseconds. */
const shortestPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;
/** Length of the pause after a 429 without a usable Retry-After, in milliseconds. */
const defaultPauseMs = 10_000;
/**
 * How long a visitor's read waits for the end of a pause, in milliseconds; not longer than it would wait for a host
 * that does not answer.
 */
const patienceMs = 4_500;
/**
 * After a 429, cached answers are refreshed no more often than this, in milliseconds: a quarter of the 60 calls a minute
 * that Laravel allows. The others are reserved for answers that are not cached.
 */
const refreshMs = 4_000;
/** For how long after a pause that is so, in milliseconds. */
const rememberedMs = 60 * 60_000;

/** Adapts the reads for visitors to the host's limit of calls (429, RFC 6585 §4). */
export function createCallLimit(timeoutMs: number, now = () => performance.now()) {
  const patience = Math.min(patienceMs, timeoutMs);
  let pausedUntil = 0;
  let nextRefreshAt = 0;
  const waitMs = () => pausedUntil - now();

  function pause(header: string | string[] | undefined) {
    const asked = retryAfterMs(header, Date.now()) ?? defaultPauseMs;
    const ms = Math.min(longestPauseMs, Math.max(shortestPauseMs, asked));
    pausedUntil = Math.max(pausedUntil, now() + ms);
  }

  const busy = () => {
    const seconds = String(Math.max(1, Math.ceil(waitMs() / 1000)));
    return new AppError('upstream.busy', 503, { retryAfter: seconds });
  };

  return {
    /**
     * Sends a visitor's read after the host's current pause has ended. Rejects with AppError 503 `upstream.busy`, with
     * Retry-After, if the pause is longer than a visitor can wait, or if the host demands another one.
     */
    async send(signal: AbortSignal | undefined, read: () => Promise<UpstreamAnswer>) {
      if (waitMs() > patience) throw busy();
      if (waitMs() > 0)
        await sleep(waitMs(), undefined, { signal }).catch(() => {
          throw new AppError('request.aborted', 499);
        });
      const answer = await read();
      if (answer.status !== 429) return answer;
      pause(answer.headers['retry-after']);
      dumpAnswer(answer);
      throw busy();
    },
    /** False if cached answers should not be refreshed now, because the host's limit is nearly used up. */
    mayRefresh() {
      const at = now();
      if (pausedUntil === 0 || at > pausedUntil + rememberedMs) return true;
      if (at < Math.max(pausedUntil, nextRefreshAt)) return false;
      nextRefreshAt = at + refreshMs;
      return true;
    },
  };
}
