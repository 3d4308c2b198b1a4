import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { Counts } from '../../database/site/counts.ts';
import type { Signals } from '../../database/state.ts';
import { type Cause, findingsOf } from '../../http/requests.ts';
import { callOf } from '../call.ts';
import { beforeHeaders } from '../session/sessions.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Causes of failures that occur before any byte of the call is sent, so that nothing can have changed at the host.
 */
const unsent = new Set<Cause | undefined>(['refused', 'dns', 'tls', 'breaker_open']);

/**
 * Purges cached answers after an admin's write, before the write is answered, so that the admin sees the change.
 * Purges also if the call is cut off, because the host may have executed it, but not if the call could not be sent.
 * While the call runs, answers on disk are marked as invalid (`hold`), so that a process that is killed during the
 * call leaves no outdated answers for the next process.
 */
export function invalidateAfterWrites(
  forget: () => void,
  hold: () => (isUnchanged: boolean) => void = () => () => {},
): RequestHandler {
  return (req, res, next) => {
    const { row, session } = callOf(res);
    if (session && row?.origin !== 'session' && !safeMethods.has(req.method)) {
      const release = hold();
      let isUnsent = false;
      beforeHeaders(res, (status) => {
        isUnsent = status >= 500 && unsent.has(findingsOf(res).why?.at(-1)?.cause);
        if (!isUnsent) forget();
      });
      res.once('close', () => {
        if (!res.writableFinished) forget();
        release(isUnsent && res.writableFinished);
      });
    }
    next();
  };
}

/**
 * How long a change is remembered, in milliseconds. This is longer than the time for which answers on disk are
 * served.
 */
const rememberedMs = 25 * 3_600_000;
/** The greatest difference between the clocks of two machines that is allowed for, in milliseconds. */
const skewMs = 60_000;

/**
 * Opens the invalidation for this process. The process purges its cache when data was changed through this process,
 * when another process signals a change, and when such signals may have been lost. Changes in quick succession are
 * signalled once or twice; a failed signal is sent again after `againMs`. `counts` stores the time of the last
 * change, for processes that start later.
 */
export async function openInvalidation(signals: Signals, counts: Counts, againMs = 1_000) {
  let changes = 0;
  let purge = () => {};
  const forgetHere = () => {
    changes += 1;
    purge();
  };
  const stops = [signals.on('purge', forgetHere), signals.onGap(forgetHere)];
  const purges = counts.of('purge', rememberedMs);
  const last = await purges.decide('site', (moments) => ({ result: moments.at(-1) }));
  const closing = new AbortController();
  let isUntold = false;
  let telling: Promise<void> | undefined;

  async function tell() {
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
    /**
     * Milliseconds since 1970. Data that was read before this time is not used, because it may have changed while this
     * process was not running.
     */
    notBefore: last === undefined ? 0 : last + skewMs,
    /** Returns the number of changes to public content so far. */
    generation: () => changes,
    /**
     * Sets the function that purges this process's cache. If a purge was signalled after `openInvalidation`, the
     * function is called immediately.
     */
    by(given: () => void) {
      purge = given;
      if (changes > 0) purge();
    },
    /**
     * Purges the cache of this process immediately, and signals the other processes, which purge theirs within a
     * second.
     */
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
