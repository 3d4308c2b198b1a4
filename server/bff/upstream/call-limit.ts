import { AppError } from '../../errors.ts';
import { dumpAnswer } from './refusals.ts';
import { retryAfterMs } from './retry-after.ts';
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
 * Assumed length of the period to which the host's limit applies, if the host states none; in milliseconds. Laravel's
 * limits are per minute.
 */
const windowMs = 60_000;
/**
 * Once half of the host's limit is used up, refreshes of cached answers may use only this share of the limit. The
 * rest is reserved for answers that are not cached.
 */
const refreshShare = 1 / 4;
/** How long the limit counts as nearly used up after the pause that a 429 demands, in milliseconds. */
const rememberedMs = 60 * 60_000;
/** Assumed calls per minute for a host that has sent 429 and does not state its limit. */
const defaultLimit = 60;

/** Adapts the reads for visitors to the host's limit of calls (429, RFC 6585 §4). */
export function createCallLimit({
  timeoutMs,
  now = () => performance.now(),
  today = Date.now,
}: {
  timeoutMs: number;
  now?: () => number;
  today?: () => number;
}) {
  const patience = Math.min(patienceMs, timeoutMs);
  let pausedUntil = 0;
  /**
   * Until this time the host's limit counts as nearly used up: only one call per `refreshMs` milliseconds may refresh
   * a cached answer.
   */
  let scarceUntil = 0;
  let refreshMs = 0;
  let nextRefreshAt = 0;

  function noteScarce(limit: number, forMs: number): void {
    scarceUntil = Math.max(scarceUntil, now() + forMs);
    refreshMs = windowMs / Math.max(1, limit * refreshShare);
  }

  function learn({ status, headers }: UpstreamAnswer): void {
    const limit = Number(headers['x-ratelimit-limit']);
    const left = Number(headers['x-ratelimit-remaining']);
    if (limit > 0 && left >= 0) {
      if (left < limit / 2) noteScarce(limit, windowMs);
      else scarceUntil = 0;
    }
    if (status !== 429) return;
    const pause = pauseOf(headers['retry-after'], today());
    pausedUntil = Math.max(pausedUntil, now() + pause);
    noteScarce(limit > 0 ? limit : defaultLimit, pause + rememberedMs);
  }

  /**
   * Sends a visitor's read after the host's current pause has ended, and again if the host demands another pause.
   * Rejects with AppError 503 `upstream.busy`, with Retry-After, if the pause is longer than a visitor can wait.
   */
  async function send(
    signal: AbortSignal | undefined,
    read: () => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer> {
    const begun = now();
    let waited = 0;
    for (;;) {
      const end = pausedUntil;
      const wait = end - now();
      if (wait > 0) {
        if (Math.max(waited, now() - begun) + wait > patience) {
          const seconds = String(Math.max(1, Math.ceil(wait / 1000)));
          throw new AppError('upstream.busy', 503, { headers: { 'Retry-After': seconds } });
        }
        await sleep(wait, signal);
        waited += wait;
        // Meanwhile the host has demanded a longer pause in its answer to another call, so the wait begins again.
        if (pausedUntil > end) continue;
      }
      const answer = await read();
      learn(answer);
      if (answer.status !== 429) return answer;
      dumpAnswer(answer);
    }
  }

  return {
    send,
    /** False if cached answers should not be refreshed now, because the host's limit is nearly used up. */
    mayRefresh() {
      const at = now();
      if (at < pausedUntil) return false;
      if (at >= scarceUntil) return true;
      if (at < nextRefreshAt) return false;
      nextRefreshAt = at + refreshMs;
      return true;
    },
  };
}

/** Returns the length of the pause after a 429 of the host, in milliseconds. */
function pauseOf(header: string | string[] | undefined, today: number): number {
  const asked = retryAfterMs(header, today);
  return asked === undefined ? defaultPauseMs : Math.min(longestPauseMs, Math.max(shortestPauseMs, asked));
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(new AppError('request.aborted', 499));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}
