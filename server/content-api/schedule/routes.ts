import {
  type Schedule,
  type ScheduledResource,
  type ScheduleInput,
  scheduleYears,
} from '#shared/schemas/schedule.ts';
import type { BackgroundWorker } from '../../background-worker.ts';
import { timeOf } from '../../database/dialect.ts';
import { shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { type Admin, nameOf } from '../auth/repository.ts';
import type { EngineAnswer, Handlers } from '../calls.ts';
import { isPublic } from '../content/changes.ts';
import { findSchedule, storeSchedule } from '../content/schedules.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { scheduledRecord } from './carry-out.ts';

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
    blogSchedules: async () => ({ data: await listSchedules(db, 'blog', 'blogs') }),
    jobSchedules: async () => ({ data: await listSchedules(db, 'job', 'jobs') }),
    scheduleBlog: async (call) => schedule('blog', call.id, call.admin, await call.body()),
    scheduleJob: async (call) => schedule('job', call.id, call.admin, await call.body()),
  };
}

/**
 * Lists the pending and the failed schedules of this resource, those that are due next first. Records in the trash are
 * left out.
 */
async function listSchedules(db: Db, resource: ScheduledResource, table: 'blogs' | 'jobs') {
  const rows = await db
    .selectFrom('schedules')
    // Kysely cannot type a query on "one of these tables".
    .innerJoin(`${table as 'blogs'} as thing`, 'thing.id', 'schedules.row_id')
    .select(['row_id', 'thing.public_id', 'publish_at', 'unpublish_at', 'problem', 'who'])
    .where('resource', '=', resource)
    .where('thing.deleted_at', 'is', null)
    .orderBy('next_at')
    .orderBy('row_id')
    .limit(mostShown)
    .execute();
  return rows.map(({ public_id, row_id, ...plan }): Schedule => ({ row_id: public_id ?? row_id, ...plan }));
}

/** Throws 422 with the errors of each of the two times. */
function assertFits(
  { publish_at, unpublish_at }: ScheduleInput,
  { row, problemAt }: NonNullable<Awaited<ReturnType<typeof scheduledRecord>>>,
  now: string,
  before: Partial<ScheduleInput> | undefined,
): void {
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
