import type { Logger } from 'pino';
import { createWorker } from '../../background-worker.ts';
import { dialectOf, timeOf } from '../../database/dialect.ts';
import type { Db } from '../../database/types.ts';
import { changeRow, isPublic } from '../content/changes.ts';
import { nextSchedules, type ScheduleRow, saveRemainingSteps } from '../row-records/schedules-repository.ts';
import { scheduledRecord } from './records.ts';

/** The longest sleep, in milliseconds: the clock may be set, and on PostgreSQL another process may make a schedule. */
const longestSleepMs = { sqlite: 60_000, postgres: 3_000 };
/** The wait after a failure of the database. */
const againMs = 5_000;

/**
 * Sleeps until the next schedule is due. Every process of a site has such a scheduler, and the first one to wake
 * carries the schedule out. `changed` is called when content that visitors see has changed.
 */
export function createScheduler(db: Db, log: Logger, changed: () => void) {
  const longest = longestSleepMs[dialectOf(db)];
  return createWorker({
    async round() {
      const now = await timeOf(db);
      const done = await carryOut(db, new Date(now).toISOString());
      if (done.changed > 0) {
        log.info({ changed: done.changed }, 'content API: published or unpublished on schedule');
        changed();
      }
      return Math.min(done.next === undefined ? longest : Date.parse(done.next) - now, longest);
    },
    failed: (error) => log.error({ err: error }, 'content API: schedules cannot be carried out'),
    retryMs: againMs,
  });
}

/**
 * Maximum number of schedules carried out in one transaction. Such a transaction takes some milliseconds, and other
 * code can write between two of them.
 */
const batch = 20;

/**
 * Carries out the schedules that are due at this time (ISO). Returns how many of the changes are visible to visitors,
 * and when the next schedule is due. Each schedule is carried out once, even if several processes try: their writing
 * transactions run one after another, and the transaction that carries a schedule out also deletes it.
 */
export async function carryOut(db: Db, now: string): Promise<{ changed: number; next: string | undefined }> {
  let changed = 0;
  for (;;) {
    // Checked before the transaction: a process with nothing to write need not wait until it may write.
    const [first] = await nextSchedules(db, 1);
    if (!first || first.next_at > now) return { changed, next: first?.next_at };
    changed += await db.transaction().execute(async (tx) => {
      let done = 0;
      for (const plan of (await nextSchedules(tx, batch)).filter(({ next_at }) => next_at <= now))
        done += await carryOutOne(tx, plan, now);
      return done;
    });
  }
}

async function carryOutOne(tx: Db, plan: ScheduleRow, now: string): Promise<number> {
  const { publish_at, unpublish_at } = plan;
  const isPublishDue = publish_at !== null && publish_at <= now;
  const isUnpublishDue = unpublish_at !== null && unpublish_at <= now;
  const published = isPublishDue ? await step(tx, plan, publish_at, now) : 0;
  const problem = published === 'notFit' ? 'schedule.notFit' : null;
  const unpublished = isUnpublishDue ? await step(tx, plan, null, now) : 0;
  // If the record could not be published, its scheduled unpublishing is dropped too. If it is in the trash, its
  // schedule is deleted, and does not come back when the record is restored.
  const isOver = problem !== null || isUnpublishDue || published === 'gone';
  await saveRemainingSteps(
    tx,
    plan,
    {
      publish_at: isPublishDue ? null : publish_at,
      unpublish_at: isOver ? null : unpublish_at,
      problem,
    },
    now,
  );
  return Number(published === 1) + Number(unpublished === 1);
}

/** Publishes a record at its time, or with null takes it back; returns the number of changes. */
async function step(
  tx: Db,
  plan: ScheduleRow,
  at: string | null,
  now: string,
): Promise<0 | 1 | 'gone' | 'notFit'> {
  const record = await scheduledRecord(tx, plan.resource, plan.row_id);
  if (!record) return 'gone';
  const { noun, row, problemAt, set } = record;
  if (isPublic(row) === (at !== null)) return 0;
  if (at !== null && problemAt(now)) return 'notFit';
  await changeRow(tx, noun, row, { by: `${plan.who} (scheduled)` }, () => set(at));
  return 1;
}
