import type { Logger } from 'pino';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { type BackgroundWorker, repeat } from '../../background-worker.ts';
import { timeOf } from '../../database/dialect.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { eraseFrom, eraseOldLines, readHostIds, readIds } from './store.ts';

/**
 * Asks the engine which of the given records still exist: returns their ids, including those of deleted records that
 * can be restored.
 */
export type ExistingRows = (
  resource: 'applicant' | 'applicant_note' | 'message' | 'admin',
  ids: readonly Id[],
) => Promise<Id[]>;

interface RetentionOptions {
  db: SiteDb;
  log: Logger;
  /** Asks the engine which records still exist. Undefined without an engine. */
  living?: ExistingRows;
  /** Returns the current time, in milliseconds since 1970. */
  time?: () => Promise<number>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * If more time than this has passed since the last round, the clock jumped or the site was off. Old lines are then
 * erased only after a day (`heldMs`).
 */
const leapMs = 3 * dayMs;
const heldMs = 23 * hourMs;
/** Number of ids about which the engine is asked in one call. */
const batch = 500;

/**
 * Runs now and every hour, in every process: erases IP addresses after 30 days, deletes lines after 400 days,
 * and erases the details in lines about people whom the engine has erased. For a day after a jump of the clock,
 * nothing is erased because of its age (docs/decisions/0038). Returns a worker with `stop`.
 */
export function startRetention(options: RetentionOptions): Pick<BackgroundWorker, 'stop'> {
  const { log } = options;
  const failed = (error: unknown) =>
    log.error({ err: error }, 'expired lines of the activity log could not be erased');
  const worker = repeat(hourMs, () => applyRetention(options), failed);
  worker.wake();
  return worker;
}

/** Runs one round of the erasures that `startRetention` describes. */
async function applyRetention({ db, log, living, time = () => timeOf(db) }: RetentionOptions): Promise<void> {
  // Erasures of people are applied even if the clock is not trusted, because they do not depend on the time.
  if (living) await forgetErased(db, living);
  const now = await time();
  if (!(await isBelieved(db, now))) {
    log.warn(
      { now: new Date(now) },
      'no line of the activity log expires for a day: the site was off for long, or the clock jumped ahead',
    );
    return;
  }
  const erased = await eraseOldLines(db, {
    addresses: now - limits.activityAddressDays * dayMs,
    lines: now - limits.activityDays * dayMs,
  });
  if (erased > 0) log.info({ lines: erased }, 'expired lines of the activity log were erased');
}

async function forgetErased(db: SiteDb, living: ExistingRows): Promise<void> {
  for (const resource of ['applicant', 'applicant_note', 'message'] as const) {
    let after: Id = 0;
    for (;;) {
      const ids = await readIds(db, resource, after, batch);
      if (ids.length === 0) break;
      const there = new Set(await living(resource, ids));
      await eraseFrom(db, { resource, ids: ids.filter((id) => !there.has(id)) });
      after = ids.at(-1) ?? after;
    }
  }
  const people = await readHostIds(db);
  const there = new Set(await living('admin', people.map(Number)));
  await eraseFrom(db, { hostIds: people.filter((id) => !there.has(Number(id))) });
}

/**
 * True if the current time is trusted, so that lines which are too old may be erased. Records this round's time and
 * the time of a clock jump, so that the decision is the same after a restart.
 */
async function isBelieved(db: SiteDb, now: number): Promise<boolean> {
  const rows = await db.selectFrom('activity_moments').selectAll().execute();
  const [ran, doubted] = ['ran', 'doubted'].map((name) => rows.find((row) => row.name === name)?.at);
  const heldFor = doubted === undefined ? Number.NaN : now - Number(doubted);
  const isHeld = heldFor >= heldMs && heldFor <= leapMs;
  if (ran === undefined || now - Number(ran) <= leapMs || isHeld) {
    await db.deleteFrom('activity_moments').where('name', '=', 'doubted').execute();
    await writeMoment(db, 'ran', now);
    return true;
  }
  if (!(heldFor >= 0 && heldFor <= leapMs)) await writeMoment(db, 'doubted', now);
  return false;
}

async function writeMoment(db: SiteDb, name: string, at: number): Promise<void> {
  await db
    .insertInto('activity_moments')
    .values({ name, at: Math.floor(at) })
    .onConflict((known) => known.column('name').doUpdateSet({ at: Math.floor(at) }))
    .execute();
}
