import { backoff } from '../../background-worker.ts';
import { attemptMs } from '../../mail/transport.ts';
import type { SendFailure } from './failures.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const firstWaitMs = minuteMs;
const longestWaitMs = 6 * hourMs;
/** The wait after an attempt that never ended because the process was killed. */
export const leaseMs = attemptMs + minuteMs;
/** The longest possible delay before an attempt, in milliseconds. */
export const longestDelayMs = 2 * longestWaitMs;
/** How long a mail is retried, from its first attempt. */
const giveUpMs = 3 * dayMs;
/** A mail that waited longer than this, because no mail server was configured, is too old to be sent. */
export const oldestMs = 7 * dayMs;
/** How long mails that were sent or given up stay in the outbox. */
export const retainedMs = 30 * dayMs;
/** The longest pause for a mail server that fails for every mail. */
const longestPauseMs = 15 * minuteMs;
/**
 * From this attempt on, a permanent refusal is accepted as final. An earlier refusal may be caused by a temporary
 * mistake in the mail server's configuration.
 */
const refusalsBelieved = 3;
/**
 * A mail with fewer attempts than this is not given up after three days, because the clock may have been set forward.
 */
const fewestAttempts = 8;

/**
 * Returns the wait after this many attempts, in milliseconds: doubling, with a jitter of a quarter in either
 * direction, so that mails that failed together are not all retried together. `random` is at least 0 and less than 1.
 */
export function waitAfter(attempts: number, random: number, longest: number = longestWaitMs): number {
  return Math.round(backoff(attempts, firstWaitMs, longest) * (0.75 + random / 2));
}

export function pauseAfter(failures: number, random: number): number {
  return waitAfter(failures, random, longestPauseMs);
}

/** Returns whether a mail that failed at this attempt, `triedForMs` after its first one, is given up. */
export function shouldGiveUp(failure: SendFailure, attempts: number, triedForMs: number): boolean {
  const wasTried = triedForMs >= giveUpMs && attempts >= fewestAttempts;
  return wasTried || (failure.blame === 'refused' && attempts >= refusalsBelieved);
}
