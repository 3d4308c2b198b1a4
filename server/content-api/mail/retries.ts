import { backoff } from '../../background-worker.ts';
import { attemptMs } from '../../mail/transport.ts';
import type { SendFailure } from './failures.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const firstWaitMs = minuteMs;
const longestWaitMs = 6 * hourMs;
/** After an attempt that never ended, since the process was killed in it. */
export const leaseMs = attemptMs + minuteMs;
/** No attempt is ever put off for longer. */
export const longestDelayMs = 2 * longestWaitMs;
/** How long the same mail is tried, from its first attempt. */
const giveUpMs = 3 * dayMs;
/** A mail that waited longer than this, because no mail server was set, is too old to be sent. */
export const oldestMs = 7 * dayMs;
/** How long mails that were sent, or given up, stay in the table. */
export const keptMs = 30 * dayMs;
/** A mail server that fails as a whole is left alone for so long at most, whichever mail is due. */
const longestPauseMs = 15 * minuteMs;
/** A refusal for good is believed at this attempt: by then it is no slip of a server's configuration. */
const refusalsBelieved = 3;
/** Fewer attempts than these are no three days of trying, whatever the clock says. */
const fewestAttempts = 8;

/**
 * How long to wait after this many attempts, in milliseconds: doubling, with a jitter of a quarter either way, so that
 * mails that failed together do not all come back together. `random` is from 0 up to 1.
 */
export function waitAfter(attempts: number, random: number, longest: number = longestWaitMs): number {
  return Math.round(backoff(attempts, firstWaitMs, longest) * (0.75 + random / 2));
}

export function pauseAfter(failures: number, random: number): number {
  return waitAfter(failures, random, longestPauseMs);
}

/** Whether a mail that failed at its attempt of this number, `triedForMs` after its first one, is tried no more. */
export function isHopeless(failure: SendFailure, attempts: number, triedForMs: number): boolean {
  const wasTried = triedForMs >= giveUpMs && attempts >= fewestAttempts;
  return wasTried || (failure.blame === 'refused' && attempts >= refusalsBelieved);
}
