import type { Logger } from 'pino';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { timeOf } from '../../database/dialect.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { type BackgroundWorker, repeat } from '../../process/background-worker.ts';
import { eraseOldLines, erasePeople, eraseRecords, readHostIds, readIds } from './store.ts';

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
/** Number of ids about which the engine is asked in one call. */
const batch = 500;

/**
 * Runs now and every hour, in every process: erases IP addresses after 30 days, deletes lines after 400 days, and
 * erases the details in lines about people whom the engine has erased. Returns a worker with `stop`.
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
  if (living) await forgetErased(db, living);
  const now = await time();
  const erased = await eraseOldLines(db, {
    addresses: now - limits.activityAddressDays * dayMs,
    lines: now - limits.activityDays * dayMs,
  });
  if (erased > 0) log.info({ lines: erased }, 'expired lines of the activity log were erased');
}

async function forgetErased(db: SiteDb, living: ExistingRows): Promise<void> {
  for (const resource of ['applicant', 'applicant_note', 'message'] as const) {
    const all = await readIds(db, resource);
    for (let at = 0; at < all.length; at += batch) {
      const ids = all.slice(at, at + batch);
      const there = new Set(await living(resource, ids));
      await eraseRecords(
        db,
        resource,
        ids.filter((id) => !there.has(id)),
      );
    }
  }
  const people = await readHostIds(db);
  const there = new Set(await living('admin', people.map(Number)));
  await erasePeople(
    db,
    people.filter((id) => !there.has(Number(id))),
  );
}
