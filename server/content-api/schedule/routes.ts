import { type ScheduledResource, type ScheduleInput, scheduleYears } from '#shared/schemas/schedule.ts';
import type { BackgroundWorker } from '../../background-worker.ts';
import { timeOf } from '../../database/dialect.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Admin } from '../auth/repository.ts';
import type { EngineAnswer, Handlers } from '../calls.ts';
import { isPublic } from '../content/changes.ts';
import {
  findSchedule,
  listSchedules,
  putSchedule,
  removeSchedule,
} from '../row-records/schedules-repository.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { scheduledRecord } from './records.ts';

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
      if (publish_at === null && unpublish_at === null) {
        await removeSchedule(tx, resource, id);
        return null;
      }
      const before = await findSchedule(tx, resource, id);
      assertFits({ publish_at, unpublish_at }, thing, now, before);
      const key = { resource, row_id: id, public_id: thing.row.public_id, who: nameOf(admin) };
      return putSchedule(tx, key, { publish_at, unpublish_at, problem: null }, now);
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
