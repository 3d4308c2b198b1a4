import { type ScheduledResource, type ScheduleInput, scheduleYears } from '#shared/schemas/schedule.ts';
import { timeOf } from '../../database/dialect.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Admin } from '../auth/repository.ts';
import type { EngineAnswer, Handlers } from '../calls.ts';
import { posts } from '../content/tables.ts';
import { findJob } from '../jobs/repository.ts';
import {
  findSchedule,
  listSchedules,
  putSchedule,
  removeSchedule,
} from '../row-records/schedules-repository.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import type { Scheduler } from './scheduler.ts';

/** The state of a record against which its schedule is checked. */
interface Planned {
  public_id: string | null;
  isPublic: boolean;
  /** Returns why the job could not be opened at this time; undefined if it could be opened. */
  problemAt?: (moment: string) => 'job.descriptionRequired' | 'job.closesInPast' | undefined;
}

/** The calls about schedules of posts and jobs (docs/product.md §18). */
export function scheduleHandlers(db: Db, { announce, planned }: Scheduler): Handlers {
  async function schedule(
    resource: ScheduledResource,
    id: RowId,
    admin: Admin | undefined,
    { publish_at, unpublish_at }: ScheduleInput,
  ): Promise<EngineAnswer> {
    const now = new Date(await timeOf(db)).toISOString();
    const data = await db.transaction().execute(async (tx) => {
      const thing = await plannedOf(tx, resource, id);
      await announce(tx);
      if (publish_at === null && unpublish_at === null) {
        await removeSchedule(tx, resource, id);
        return null;
      }
      const before = await findSchedule(tx, resource, id);
      assertFits({ publish_at, unpublish_at }, thing, now, before);
      const key = { resource, row_id: id, public_id: thing.public_id, who: nameOf(admin) };
      return putSchedule(tx, key, { publish_at, unpublish_at, problem: null }, now);
    });
    planned();
    return { data, message: data ? 'schedule.saved' : 'schedule.removed' };
  }

  return {
    blogSchedules: async () => ({ data: await listSchedules(db, 'blog') }),
    jobSchedules: async () => ({ data: await listSchedules(db, 'job') }),
    scheduleBlog: async (call) => schedule('blog', call.id, call.admin, await call.body()),
    scheduleJob: async (call) => schedule('job', call.id, call.admin, await call.body()),
  };
}

async function plannedOf(tx: Db, resource: ScheduledResource, id: RowId): Promise<Planned> {
  if (resource === 'blog') {
    const blog = await posts.findListed(tx, id);
    assertThat(blog, 'blog.notFound', 404);
    return { public_id: blog.public_id, isPublic: blog.is_active === 1 };
  }
  const job = await findJob(tx, id);
  assertThat(job, 'job.notFound', 404);
  const end = job.ends_at;
  return {
    public_id: job.public_id,
    isPublic: job.status === 'open',
    problemAt(moment) {
      if (job.description === '') return 'job.descriptionRequired';
      return end !== null && end <= moment ? 'job.closesInPast' : undefined;
    },
  };
}

/** Throws 422 with the errors of each of the two times. */
function assertFits(
  { publish_at, unpublish_at }: ScheduleInput,
  { isPublic, problemAt }: Planned,
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
  if (publish_at !== null && isPublic) errors.add('publish_at', 'schedule.isPublished');
  const problem = publish_at === null ? undefined : problemAt?.(publish_at);
  if (problem) errors.add('publish_at', problem);
  if (unpublish_at !== null) {
    if (publish_at !== null && unpublish_at <= publish_at) errors.add('unpublish_at', 'schedule.order');
    if (publish_at === null && !isPublic) errors.add('unpublish_at', 'schedule.nothingToEnd');
  }
  errors.throwIfAny();
}
