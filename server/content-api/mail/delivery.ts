import type { Logger } from 'pino';
import type { Stops } from '../../background-worker.ts';
import { timeOf } from '../../database/dialect.ts';
import type { Db } from '../../database/types.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { failureOf, type SendFailure } from './failures.ts';
import { isByHand } from './mails.ts';
import {
  claimMail,
  type MailRow,
  markFailed,
  markSent,
  nextMail,
  postpone,
  type WaitingMail,
} from './repository.ts';
import { leaseMs, longestDelayMs, oldestMs, pauseAfter, shouldGiveUp, waitAfter } from './retries.ts';
import { holdBack } from './written-mails-repository.ts';

/** Time and randomness, so that tests can control both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns a random number: at least 0, less than 1. */
  random(): number;
  /** Called before each round of sending: reads the clock of the database. */
  set?(): Promise<void>;
}

export const realClock: Clock = { now: Date.now, random: Math.random };

/** How often the clock of a database is read, in milliseconds. */
const setEveryMs = 60_000;

/**
 * Makes a clock that follows the time of the database, which several machines share. A machine whose own clock is ahead
 * would take the claims of other machines for expired, and send their mails again. Between two readings the monotonic
 * clock is used.
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

/** The wait when other processes have claimed the mails that are due, in milliseconds. */
const takenMs = 1_000;

/**
 * Sends due mails, one after another; returns when to check again (milliseconds since 1970), or undefined when no
 * mail waits. Rejects only when the database fails.
 */
type Deliver = (stops: Stops) => Promise<number | undefined>;

export function createDelivery(
  db: Db,
  transport: MailTransport,
  log: Logger,
  clock: Clock = realClock,
): Deliver {
  const iso = (afterMs = 0) => new Date(clock.now() + afterMs).toISOString();
  const pause = createPause(clock);

  return async ({ stopping, cut }) => {
    await clock.set?.();
    for (;;) {
      const first = await nextMail(db);
      if (!first || stopping.aborted) return undefined;
      const due = Math.max(Date.parse(first.next_attempt_at), pause.until());
      if (!isDue(due, clock.now())) return due;
      if (isTooOld(first, clock.now())) {
        await giveUp(first, { code: 'TOO_OLD', reason: 'It waited too long for a mail server.' });
        continue;
      }
      // The attempt is recorded before it is made. So a mail that crashes the process is not retried immediately. On a
      // full disk, where no attempt can be recorded, no mail is sent; otherwise the same mail would be sent again and
      // again.
      const mail = await claimMail(db, { now: iso(), latest: iso(longestDelayMs), lease: iso(leaseMs) });
      if (!mail) return clock.now() + takenMs;
      const failure = await attempt(mail, cut);
      if (cut.aborted) return undefined;
      pause.note(failure);
    }
  };

  async function attempt(mail: WaitingMail, cut: AbortSignal): Promise<SendFailure | undefined> {
    if (await holdBack(db, mail.id)) {
      log.info({ mail: mail.id, kind: mail.kind }, 'content API: mail held back');
      return undefined;
    }
    try {
      await transport.send({ ...mail, byHand: isByHand(mail.kind) }, cut);
    } catch (error) {
      const failure = failureOf(error);
      await noteFailure(mail, failure, cut);
      return failure;
    }
    await markSent(db, mail.id, iso());
    log.info({ mail: mail.id, kind: mail.kind, attempts: mail.attempts }, 'content API: mail sent');
    return undefined;
  }

  async function noteFailure(mail: WaitingMail, failure: SendFailure, cut: AbortSignal): Promise<void> {
    const { id, kind, attempts } = mail;
    const triedForMs = mail.first_attempt_at ? clock.now() - Date.parse(mail.first_attempt_at) : 0;
    if (cut.aborted) {
      await postpone(db, mail, iso(), failure.reason);
    } else if (shouldGiveUp(failure, attempts, triedForMs)) {
      await giveUp(mail, failure);
    } else {
      const next = iso(waitAfter(attempts, clock.random()));
      await postpone(db, mail, next, failure.reason);
      log.warn(
        { mail: id, kind, attempts, code: failure.code, next },
        'content API: mail not sent; retrying later',
      );
    }
  }

  async function giveUp(mail: MailRow, failure: Pick<SendFailure, 'code' | 'reason'>): Promise<void> {
    if (!(await markFailed(db, mail, iso(), failure.reason))) return;
    log.error({ mail: mail.id, kind: mail.kind, code: failure.code }, 'content API: mail given up');
  }
}

/** Tracks how long no mail is sent because the mail server fails for every mail. */
function createPause(clock: Clock) {
  let failures = 0;
  let until = 0;
  return {
    /** Returns the end of the pause, in milliseconds since 1970. */
    until: () => until,
    note(failure: SendFailure | undefined): void {
      if (failure?.blame === 'server') {
        failures += 1;
        until = clock.now() + pauseAfter(failures, clock.random());
      } else {
        failures = 0;
      }
    },
  };
}

/**
 * True if a mail is due. A due time beyond the longest wait means that the clock was set back: then the mail is due
 * now.
 */
function isDue(due: number, now: number): boolean {
  return due <= now || due > now + longestDelayMs;
}

/**
 * True for a mail that waited too long without one attempt. For a mail that was tried, `shouldGiveUp` decides
 * instead.
 */
function isTooOld({ attempts, created_at }: MailRow, now: number): boolean {
  return attempts === 0 && now - Date.parse(created_at) > oldestMs;
}
