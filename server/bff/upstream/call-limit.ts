import { AppError } from '../../errors.ts';
import { dumpAnswer } from './refusals.ts';
import { retryAfterMs } from './retry-after.ts';
import type { GiveUpSignal, UpstreamAnswer } from './upstream.ts';

/** All in milliseconds. */
const shortestPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;
/** What a host is left alone for that does not say how long. */
const unsaidPauseMs = 10_000;
/** So long a read of a visitor waits for the end of a pause, and no longer than a silent host would be waited for. */
const patienceMs = 4_500;
/** What a host counts calls by, where it does not say so: Laravel's limits are for a minute. */
const windowMs = 60_000;
/** The share of the calls that go to fetching anew what is stored, once half of them are used up; the rest are for what is not. */
const refreshShare = 1 / 4;
/** So long it is remembered that a host has said 429. */
const rememberedMs = 60 * 60_000;
/** Calls in a minute of a host that has said 429 and does not tell its limit. */
const unsaidLimit = 60;

/** A limit of calls that the host sets (429, RFC 6585 §4), kept to by what we read for visitors. */
export interface CallLimit {
  /**
   * Sends a read of a visitor: after the pause that the host has asked for, and again after the one that it asks for now. Rejects
   * with AppError 503 `upstream.busy`, with Retry-After, when that is longer than anybody waits.
   */
  send(signal: GiveUpSignal | undefined, read: () => Promise<UpstreamAnswer>): Promise<UpstreamAnswer>;
  /** False when what is stored should be given a while longer: calls are getting scarce. */
  mayRefresh(): boolean;
  /** Whole seconds for which the host is left alone, 0 when it is not. */
  readonly pausedSeconds: number;
}

export function createCallLimit({
  timeoutMs,
  now = () => performance.now(),
  today = Date.now,
}: {
  timeoutMs: number;
  now?: (() => number) | undefined;
  today?: (() => number) | undefined;
}): CallLimit {
  const patience = Math.min(patienceMs, timeoutMs);
  let pausedUntil = 0;
  /** Calls are scarce until then; each `refreshMs` one of them fetches anew what is stored. */
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
    noteScarce(limit > 0 ? limit : unsaidLimit, pause + rememberedMs);
  }

  async function sendPatiently(
    signal: GiveUpSignal | undefined,
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
        // Somebody else was told to wait longer.
        if (pausedUntil > end) continue;
      }
      const answer = await read();
      learn(answer);
      if (answer.status !== 429) return answer;
      dumpAnswer(answer);
    }
  }

  return {
    send: sendPatiently,
    mayRefresh() {
      const at = now();
      if (at < pausedUntil) return false;
      if (at >= scarceUntil) return true;
      if (at < nextRefreshAt) return false;
      nextRefreshAt = at + refreshMs;
      return true;
    },
    get pausedSeconds() {
      return Math.max(0, Math.ceil((pausedUntil - now()) / 1000));
    },
  };
}

/** How long the host is left alone that has answered 429, in milliseconds. */
function pauseOf(header: string | string[] | undefined, today: number): number {
  const asked = retryAfterMs(header, today);
  return asked === undefined ? unsaidPauseMs : Math.min(longestPauseMs, Math.max(shortestPauseMs, asked));
}

function sleep(ms: number, signal: GiveUpSignal | undefined): Promise<void> {
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
