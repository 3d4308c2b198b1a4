import type { Logger } from 'pino';
import { entities } from '#shared/entities/index.ts';
import { job } from '#shared/entities/job.ts';
import {
  type Schedule,
  type ScheduledResource,
  type ScheduleInput,
  scheduleYears,
} from '#shared/schemas/schedule.ts';
import { dialectOf, timeOf } from '../../database/dialect.ts';
import { shownId } from '../../database/rows.ts';
import type { Db, RowId } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { type BackgroundWorker, createWorker } from '../../process/work.ts';
import { type Admin, nameOf } from '../auth/accounts.ts';
import { type EngineAnswer, FieldErrors, type Handlers } from '../calls.ts';
import { type ChangedRow, changeRow, isPublic } from '../content/handlers.ts';
import { findSchedule, type ScheduleRow, storeSchedule } from '../content/schedules.ts';
import { jobs, tables } from '../content/tables.ts';
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
export async function carryOut(db: Db, now: string) {
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

/**
 * Publishes a record at its time, or with null takes it back. Returns the number of changes, `gone` for a record in the
 * trash, or `notFit` for one that cannot be published.
 */
async function step(tx: Db, plan: ScheduleRow, at: string | null, now: string) {
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
async function scheduledRecord(tx: Db, resource: ScheduledResource, id: RowId) {
  if (resource !== 'job') {
    const rows = tables[resource];
    const row = await rows.findListed(tx, id);
    return (
      row && {
        noun: rows.noun,
        row,
        problemAt: () => undefined,
        // The date of a post becomes the scheduled time, even if this process is late.
        set: (at: string | null): Promise<ChangedRow> =>
          rows.update(tx, row, at === null ? { is_active: 0 } : { is_active: 1, created_at: at }),
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

/** Maximum number of schedules that are listed, more than any studio makes. */
const mostShown = 1_000;

/** The calls about schedules of posts and jobs (docs/product.md §18). */
export function scheduleHandlers(db: Db, scheduler: Pick<BackgroundWorker, 'wake'>): Handlers {
  async function schedule(
    resource: ScheduledResource,
    id: RowId,
    admin: Admin | undefined,
    { publish_at, unpublish_at }: ScheduleInput,
  ): Promise<EngineAnswer> {
    const now = new Date(await timeOf(db)).toISOString();
    const data = await db.transaction().execute(async (tx) => {
      const thing = await scheduledRecord(tx, resource, id);
      assertThat(thing, `${resource}.notFound`, 404);
      const plan = { publish_at, unpublish_at, problem: null };
      const who = nameOf(admin);
      const isEmpty = publish_at === null && unpublish_at === null;
      if (!isEmpty) assertFits(plan, thing, now, await findSchedule(tx, resource, id));
      await storeSchedule(tx, { resource, row_id: id, who }, plan, now);
      return isEmpty ? null : { row_id: shownId(thing.row), ...plan, who };
    });
    scheduler.wake();
    return { data, message: data ? 'schedule.saved' : 'schedule.removed' };
  }

  return {
    blogSchedules: async () => ({ data: await listSchedules(db, 'blog') }),
    jobSchedules: async () => ({ data: await listSchedules(db, 'job') }),
    scheduleBlog: async (call) => schedule('blog', call.id, call.admin, await call.body()),
    scheduleJob: async (call) => schedule('job', call.id, call.admin, await call.body()),
  };
}

/**
 * Lists the pending and the failed schedules of this resource, those that are due next first. Records in the trash are
 * left out.
 */
async function listSchedules(db: Db, resource: ScheduledResource) {
  const rows = await db
    .selectFrom('schedules')
    // Kysely cannot type a query on "one of these tables".
    .innerJoin(`${entities[resource].table as 'blogs'} as thing`, 'thing.id', 'schedules.row_id')
    .select(['row_id', 'thing.public_id', 'publish_at', 'unpublish_at', 'problem', 'who'])
    .where('resource', '=', resource)
    .where('thing.deleted_at', 'is', null)
    .orderBy('next_at', (next) => next.asc().nullsLast())
    .orderBy('row_id')
    .limit(mostShown)
    .execute();
  return rows.map(
    ({ public_id, row_id, ...plan }): Schedule => ({ row_id: shownId({ id: row_id, public_id }), ...plan }),
  );
}

/** Throws 422 with the errors of each of the two times. */
function assertFits(
  { publish_at, unpublish_at }: ScheduleInput,
  { row, problemAt }: NonNullable<Awaited<ReturnType<typeof scheduledRecord>>>,
  now: string,
  before: Partial<ScheduleInput> | undefined,
) {
  const errors = new FieldErrors();
  const furthest = new Date(now);
  furthest.setUTCFullYear(furthest.getUTCFullYear() + scheduleYears);
  for (const [field, moment] of Object.entries({ publish_at, unpublish_at })) {
    if (moment === null) continue;
    // A time that has just passed may be sent again unchanged: its schedule is being carried out, and the form may
    // change only the other time.
    const isKept = before?.[field as keyof ScheduleInput] === moment;
    if (moment <= now && !isKept) errors.add(field, 'schedule.past');
    else if (moment > furthest.toISOString()) errors.add(field, 'schedule.tooFar', { years: scheduleYears });
  }
  if (publish_at !== null && isPublic(row)) errors.add('publish_at', 'schedule.isPublished');
  const problem = publish_at === null ? undefined : problemAt(publish_at);
  if (problem) errors.add('publish_at', problem);
  if (unpublish_at !== null) {
    if (publish_at !== null && unpublish_at <= publish_at) errors.add('unpublish_at', 'schedule.order');
    if (publish_at === null && !isPublic(row)) errors.add('unpublish_at', 'schedule.nothingToEnd');
  }
  errors.throwIfAny();
}
