import type { Logger } from 'pino';
import { job } from '#shared/entities/job.ts';
import { post } from '#shared/entities/post.ts';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import { createWorker } from '../../background-worker.ts';
import { dialectOf, timeOf } from '../../database/dialect.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { type ChangedRow, changeRow, isPublic } from '../content/changes.ts';
import { type ScheduleRow, storeSchedule } from '../content/schedules.ts';
import { jobs, posts } from '../content/tables.ts';
import { updateJobStatus } from '../jobs/repository.ts';

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
    const { next_at: next } = (await nextSchedules(db).select('next_at').limit(1).executeTakeFirst()) ?? {};
    if (!next || next > now) return { changed, next: next ?? undefined };
    changed += await db.transaction().execute(async (tx) => {
      let done = 0;
      const due = nextSchedules(tx).selectAll().where('next_at', '<=', now).limit(batch);
      for (const plan of await due.execute()) done += await carryOutOne(tx, plan, now);
      return done;
    });
  }
}

/** Selects the schedules that are due first. */
function nextSchedules(db: Db) {
  return db.selectFrom('schedules').where('next_at', 'is not', null).orderBy('next_at');
}

async function carryOutOne(tx: Db, plan: ScheduleRow, now: string) {
  const { publish_at, unpublish_at } = plan;
  const isPublishDue = publish_at !== null && publish_at <= now;
  const isUnpublishDue = unpublish_at !== null && unpublish_at <= now;
  const published = isPublishDue ? await step(tx, plan, publish_at, now) : 0;
  const problem = published === 'notFit' ? 'schedule.notFit' : null;
  const unpublished = isUnpublishDue ? await step(tx, plan, null, now) : 0;
  // If the record could not be published, its scheduled unpublishing is dropped too. If it is in the trash, its
  // schedule is deleted, and does not come back when the record is restored.
  const isOver = problem !== null || isUnpublishDue || published === 'gone';
  await storeSchedule(
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

/**
 * Finds a record that may have a schedule. `problemAt` returns why it could not be published at this time; `set`
 * publishes it at a time, or takes it back.
 */
export async function scheduledRecord(tx: Db, resource: ScheduledResource, id: RowId) {
  if (resource === 'blog') {
    const row = await posts.findListed(tx, id);
    return (
      row && {
        noun: post,
        row,
        problemAt: () => undefined,
        // The date of a post becomes the scheduled time, even if this process is late.
        set: (at: string | null): Promise<ChangedRow> =>
          posts.update(tx, row, at === null ? { is_active: 0 } : { is_active: 1, created_at: at }),
      }
    );
  }
  const row = await jobs.find(tx, id);
  return (
    row && {
      noun: job,
      row,
      problemAt(moment: string) {
        if (row.description === '') return 'job.descriptionRequired' as const;
        return row.ends_at !== null && row.ends_at <= moment ? ('job.closesInPast' as const) : undefined;
      },
      set: (at: string | null): Promise<ChangedRow> =>
        updateJobStatus(tx, row, at === null ? 'closed' : 'open'),
    }
  );
}
