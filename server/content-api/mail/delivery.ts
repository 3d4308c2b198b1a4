import type { Logger } from 'pino';
import type { Stops } from '../../background-worker.ts';
import { timeOf } from '../../database/dialect.ts';
import type { Db } from '../../database/types.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { failureOf, type SendFailure } from './failures.ts';
import { isByHand } from './mails.ts';
import {
  type MailRow,
  markFailed,
  markSent,
  nextMail,
  postpone,
  takeMail,
  type WaitingMail,
} from './repository.ts';
import { isHopeless, leaseMs, longestDelayMs, oldestMs, pauseAfter, waitAfter } from './retries.ts';

/** Time and randomness, so that tests can control them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** Before a round: looks what time it is elsewhere. */
  set?(): Promise<void>;
}

export const realClock: Clock = { now: Date.now, random: Math.random };

/** The clock of a database is looked at again after so long, in milliseconds. */
const setEveryMs = 60_000;

/**
 * The clock of a database that several machines share: one whose own is ahead would take mails that another is just sending. In
 * between it goes on by a clock that nobody sets.
 */
export function clockOf(db: Db): Clock {
  let then: { time: number; at: number } | undefined;
  return {
    now: () => (then ? Math.round(then.time + performance.now() - then.at) : Date.now()),
    random: Math.random,
    async set() {
      if (then && performance.now() - then.at < setEveryMs) return;
      const time = await timeOf(db);
      then = { time, at: performance.now() };
    },
  };
}

/** After another process was about to take what is due, in milliseconds. */
const takenMs = 1_000;

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
    await clock.set?.();
    for (;;) {
      const first = await nextMail(db);
      if (!first || stopping.aborted) return undefined;
      const due = Math.max(Date.parse(first.next_attempt_at), pausedUntil);
      // Further off than any wait there is: the clock was set back, and nobody is to wait for it to come round.
      if (due > clock.now() && due <= clock.now() + longestDelayMs) return due;
      // One that was tried is given up by its attempts: a clock that leaps ahead must not make it old at once.
      if (first.attempts === 0 && clock.now() - Date.parse(first.created_at) > oldestMs) {
        await giveUp(first, { code: 'TOO_OLD', reason: 'It waited too long for a mail server.' });
        continue;
      }
      // Noted before it is made. So a mail that brings the process down does not do so again at once, and a disk that takes no more
      // notes sends nothing, rather than the same mail for ever.
      const mail = await takeMail(db, { now: iso(), latest: iso(longestDelayMs), lease: iso(leaseMs) });
      if (!mail) return clock.now() + takenMs;
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

  async function attempt(mail: WaitingMail, cut: AbortSignal): Promise<SendFailure | undefined> {
    const { attempts } = mail;
    const notes = { mail: mail.id, kind: mail.kind, attempts };
    try {
      await transport.send({ ...mail, byHand: isByHand(mail.kind) }, cut);
    } catch (error) {
      const failure = failureOf(error);
      const triedForMs = mail.first_attempt_at ? clock.now() - Date.parse(mail.first_attempt_at) : 0;
      if (cut.aborted) {
        await postpone(db, mail, iso(), failure.reason);
      } else if (isHopeless(failure, attempts, triedForMs)) {
        await giveUp(mail, failure);
      } else {
        const next = iso(waitAfter(attempts, clock.random()));
        await postpone(db, mail, next, failure.reason);
        log.warn({ ...notes, code: failure.code, next }, 'content API: mail not sent yet');
      }
      return failure;
    }
    await markSent(db, mail.id, iso());
    log.info(notes, 'content API: mail sent');
    return undefined;
  }

  async function giveUp(mail: MailRow, failure: Pick<SendFailure, 'code' | 'reason'>): Promise<void> {
    if (!(await markFailed(db, mail, iso(), failure.reason))) return;
    log.error({ mail: mail.id, kind: mail.kind, code: failure.code }, 'content API: mail abandoned');
  }
}
