import type { Logger } from 'pino';
import type { Db } from '../../database/types.ts';
import { forgetDoubt, readMoments, writeMoment } from './repository.ts';

/** Whether a round of chores may erase what is over by this clock. Rejects when the database fails. */
export type MayErase = (now: Date) => Promise<boolean>;

const dayMs = 24 * 60 * 60 * 1000;
/** A round is due every day; a gap of more than this is a clock that leapt, or a site that was off. */
const leapMs = 3 * dayMs;
/** How long such a time has to hold. A little less than a day: the next round comes after one, by a clock of its own. */
const heldMs = 23 * 60 * 60 * 1000;

/**
 * A clock that is a year ahead for a minute must not erase every applicant. So a round that finds days missing since the last one
 * erases nothing, and believes the new time when it still goes on from there a day later (docs/decisions/0038). Both moments are in
 * the database: a restart asks the same. A clock that went back erases too little, which mends itself.
 */
export function createClockGuard(db: Db, log: Logger): MayErase {
  return async (now) => {
    const { ran, doubted } = await readMoments(db);
    const leapt = ran !== undefined && now.getTime() - ran > leapMs;
    const heldFor = doubted === undefined ? Number.NaN : now.getTime() - doubted;
    if (!leapt || (heldFor >= heldMs && heldFor <= leapMs)) {
      await forgetDoubt(db);
      await writeMoment(db, 'ran', now);
      return true;
    }
    const notes = { ran: new Date(ran).toISOString(), now: now.toISOString() };
    // Doubted since a time that is not of this stretch either: the clock leapt once more.
    if (!(heldFor >= 0 && heldFor <= leapMs)) await writeMoment(db, 'doubted', now);
    log.warn(
      notes,
      'content API: housekeeping waits for a day: the site was off for long, or the clock of this machine leapt ahead',
    );
    return false;
  };
}
