import type { Logger } from 'pino';
import type { Db } from '../../database/types.ts';

/** Returns true if a round of chores may erase expired data by this clock. Rejects when the database fails. */
export type MayErase = (now: Date) => Promise<boolean>;

const dayMs = 24 * 60 * 60 * 1000;
/** A round is due every day. A longer gap between two rounds means that the clock leapt, or that the site was off. */
const leapMs = 3 * dayMs;
/**
 * How long the clock must continue normally after a doubted time before the new time is trusted. A little less than a
 * day, so that this wait is over at the next daily round.
 */
const heldMs = 23 * 60 * 60 * 1000;

/**
 * A clock that is a year ahead for a minute must not erase every applicant. So a round that finds more than `leapMs`
 * since the last one erases nothing. The guard accepts the new time only if a day later the clock has continued from
 * it (docs/decisions/0038). The new time and the time of the last round are in the database, so a restart finds them.
 * If the clock went back, less is erased than is due; later rounds erase the rest.
 */
export function createClockGuard(db: Db, log: Logger): MayErase {
  return async (now) => {
    const moments = await db.selectFrom('housekeeping').selectAll().execute();
    const [ran, doubted] = ['ran', 'doubted'].map((name) => {
      const at = moments.find((moment) => moment.name === name)?.at;
      return at === undefined ? undefined : Date.parse(at);
    });
    const leapt = ran !== undefined && now.getTime() - ran > leapMs;
    const heldFor = doubted === undefined ? Number.NaN : now.getTime() - doubted;
    if (!leapt || (heldFor >= heldMs && heldFor <= leapMs)) {
      await db.deleteFrom('housekeeping').where('name', '=', 'doubted').execute();
      await writeMoment(db, 'ran', now);
      return true;
    }
    const notes = { ran: new Date(ran).toISOString(), now: now.toISOString() };
    // The doubted time that was recorded is far from the present time, so the clock leapt again: the wait starts
    // anew.
    if (!(heldFor >= 0 && heldFor <= leapMs)) await writeMoment(db, 'doubted', now);
    log.warn(
      notes,
      'content API: housekeeping waits for a day: the site was off for long, or the clock of this machine jumped ahead',
    );
    return false;
  };
}

async function writeMoment(db: Db, name: 'ran' | 'doubted', now: Date) {
  const at = now.toISOString();
  await db
    .insertInto('housekeeping')
    .values({ name, at })
    .onConflict((known) => known.column('name').doUpdateSet({ at }))
    .execute();
}
