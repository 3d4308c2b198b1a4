import type { Logger } from 'pino';
import { timeOf } from '../../database/dialect.ts';
import type { Turns } from '../../database/turns.ts';
import type { Db } from '../../database/types.ts';
import { type Chore, dayMs } from '../chore.ts';
import type { MayErase } from './clock-guard.ts';
import { type Round, runChores } from './housekeeping.ts';
import { readMoments, writeMoment } from './repository.ts';

/**
 * How often a process checks for due chores, in milliseconds. If the process that ran the chores has died, another
 * one continues after this time at the latest.
 */
const lookMs = 60_000;
/** The wait between rounds while the clock is doubted, in milliseconds. Trust takes a day, so there is no hurry. */
const doubtMs = 60 * 60_000;
/**
 * How far the recorded time of a chore may be in the future, in milliseconds. If it is further ahead, the clock has
 * gone back, and the chore is due.
 */
const aheadMs = 60 * 60_000;
/**
 * If the clocks of this machine and of the database differ by more than this, the difference is logged; in
 * milliseconds.
 */
const skewMs = 60_000;

interface SharedRounds {
  db: Db;
  turns: Turns;
  log: Logger;
  mayErase: MayErase;
  /** Returns the time of the database in milliseconds since 1970; a clock of a single machine may differ. */
  time?: () => Promise<number>;
}

/**
 * Rounds for processes that share a database. Each chore runs once a day, in one of the processes, by the clock of
 * the database. One process at a time makes a round, and records each chore after it has run (docs/decisions/0043).
 */
export function sharedRounds(chores: readonly Chore[], shared: SharedRounds): Round {
  const { db, turns, log, mayErase, time = () => timeOf(db) } = shared;

  async function whatIsDue(): Promise<{ now: Date; due: Chore[] }> {
    const now = await time();
    const moments = await readMoments(db);
    const due = chores.filter(({ name }) => {
      const age = now - (moments[`chore ${name}`] ?? Number.NEGATIVE_INFINITY);
      return age >= dayMs || age < -aheadMs;
    });
    return { now: new Date(now), due };
  }

  return async (stopping) => {
    if ((await whatIsDue()).due.length === 0) return lookMs;
    const turn = await turns.tryTurn('housekeeping', async (lost) => {
      // Checked again: the process that held the turn before may have run every due chore.
      const { now, due } = await whatIsDue();
      if (due.length === 0) return true;
      const differs = Math.abs(now.getTime() - Date.now()) > skewMs;
      if (differs) log.warn({ database: now }, 'the clock of this machine differs from that of the database');
      const signal = AbortSignal.any([stopping, lost]);
      const ran = ({ name }: Chore) => writeMoment(db, `chore ${name}`, now);
      return runChores(due, log, { signal, mayErase, now, ran });
    });
    return turn?.result === false ? doubtMs : lookMs;
  };
}
