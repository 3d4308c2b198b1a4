import type { Logger } from 'pino';
import type { MailTransport } from '../../mail/transport.ts';
import type { Db } from '../database/types.ts';
import { failureOf, type SendFailure } from './failures.ts';
import { claimMail, markFailed, markSent, nextMail, postpone, type WaitingMail } from './repository.ts';
import { isHopeless, leaseMs, longestDelayMs, oldestMs, pauseAfter, waitAfter } from './retries.ts';

/** Time and randomness, so that tests can control them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
}

export const realClock: Clock = { now: Date.now, random: Math.random };

/** When a round begins no further mail, and when even the one under way is cut off. */
export interface Stops {
  stopping: AbortSignal;
  cut: AbortSignal;
}

/**
 * Sends what is due, one mail after another; gives the time at which to look again (milliseconds since 1970), or
 * undefined when nothing waits. Rejects only when the database fails.
 */
export type Deliver = (stops: Stops) => Promise<number | undefined>;

export function createDelivery(
  db: Db,
  transport: MailTransport,
  log: Logger,
  clock: Clock = realClock,
): Deliver {
  let failures = 0;
  let pausedUntil = 0;
  const iso = (afterMs = 0) => new Date(clock.now() + afterMs).toISOString();

  return async ({ stopping, cut }) => {
    for (;;) {
      const mail = await nextMail(db);
      if (!mail || stopping.aborted) return undefined;
      const due = Math.max(Date.parse(mail.next_attempt_at), pausedUntil);
      // Further off than any wait there is: the clock was set back, and nobody is to wait for it to come round.
      if (due > clock.now() && due <= clock.now() + longestDelayMs) return due;
      // One that was tried is given up by its attempts: a clock that leaps ahead must not make it old at once.
      if (mail.attempts === 0 && clock.now() - Date.parse(mail.created_at) > oldestMs) {
        await giveUp(mail, { code: 'TOO_OLD', reason: 'It waited too long for a mail server.' });
        continue;
      }
      const failure = await attempt(mail, cut);
      if (cut.aborted) return undefined;
      if (failure?.blame === 'server') {
        failures += 1;
        pausedUntil = clock.now() + pauseAfter(failures, clock.random());
      } else {
        failures = 0;
      }
    }
  };

  /**
   * The attempt is noted before it is made. So a mail that brings the process down does not do so again at once, and a
   * disk that takes no more notes sends nothing, rather than the same mail for ever.
   */
  async function attempt(mail: WaitingMail, cut: AbortSignal): Promise<SendFailure | undefined> {
    const attempts = mail.attempts + 1;
    if (!(await claimMail(db, mail, iso(), iso(leaseMs)))) return undefined;
    const notes = { mail: mail.id, kind: mail.kind, attempts };
    try {
      await transport.send(mail, cut);
    } catch (error) {
      const failure = failureOf(error);
      const triedForMs = mail.first_attempt_at ? clock.now() - Date.parse(mail.first_attempt_at) : 0;
      if (cut.aborted) {
        await postpone(db, mail.id, iso(), failure.reason);
      } else if (isHopeless(failure, attempts, triedForMs)) {
        await giveUp(mail, failure);
      } else {
        const next = iso(waitAfter(attempts, clock.random()));
        await postpone(db, mail.id, next, failure.reason);
        log.warn({ ...notes, code: failure.code, next }, 'content API: mail not sent yet');
      }
      return failure;
    }
    await markSent(db, mail.id, iso());
    log.info(notes, 'content API: mail sent');
    return undefined;
  }

  async function giveUp(mail: WaitingMail, failure: Pick<SendFailure, 'code' | 'reason'>): Promise<void> {
    await markFailed(db, mail.id, iso(), failure.reason);
    log.error({ mail: mail.id, kind: mail.kind, code: failure.code }, 'content API: mail abandoned');
  }
}
