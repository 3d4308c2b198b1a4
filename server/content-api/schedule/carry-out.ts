import { endOf } from '#shared/schemas/job.ts';
import { isoAfter } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';
import { noteEdit } from '../edits/repository.ts';
import { findJob, type JobRow, updateJobStatus } from '../jobs/repository.ts';
import { keepVersion } from '../row-records/keep-version.ts';
import {
  dueSchedules,
  keepRest,
  nextDue,
  removeSchedule,
  type ScheduleRow,
} from '../row-records/schedules-repository.ts';

/** So many in one transaction, some milliseconds: others write in between. */
const batch = 20;

/** What a history says of who did it. */
const planOf = ({ who }: Pick<ScheduleRow, 'who'>) => `${who} (scheduled)`;

/**
 * Does what is due at this moment (ISO); gives how much was changed that visitors see, and when the next is due. Writers take turns over
 * all processes, and a plan that is carried out is gone with the same commit: it is done once, whoever is first.
 */
export async function carryOut(
  db: Db,
  now: () => string,
): Promise<{ changed: number; next: string | undefined }> {
  let changed = 0;
  for (;;) {
    // Looked for first, so that nobody waits for a turn to write nothing.
    if ((await dueSchedules(db, now(), 1)).length === 0) return { changed, next: await nextDue(db) };
    changed += await db.transaction().execute(async (tx) => {
      let done = 0;
      const at = now();
      for (const plan of await dueSchedules(tx, at, batch)) done += await carryOutOne(tx, plan, at);
      return done;
    });
  }
}

async function carryOutOne(tx: Db, plan: ScheduleRow, now: string): Promise<number> {
  const { publish_at, unpublish_at } = plan;
  const isPublishDue = publish_at !== null && publish_at <= now;
  const isUnpublishDue = unpublish_at !== null && unpublish_at <= now;
  let changed = 0;
  let problem: string | null = null;
  if (isPublishDue) {
    const outcome =
      plan.resource === 'blog' ? await publishBlog(tx, plan, publish_at) : await openJob(tx, plan, now);
    if (outcome === 'gone') {
      // In the trash: what falls due there does not happen, also not when it comes back.
      await removeSchedule(tx, plan.resource, plan.row_id);
      return 0;
    }
    if (outcome === 'notFit') problem = 'schedule.notFit';
    else changed += outcome;
  }
  if (isUnpublishDue)
    changed += await (plan.resource === 'blog' ? unpublishBlog(tx, plan) : closeJob(tx, plan));
  // What could not be opened is not to be closed.
  const rest = problem === null && !isUnpublishDue ? unpublish_at : null;
  await keepRest(
    tx,
    plan,
    { publish_at: isPublishDue ? null : publish_at, unpublish_at: rest, problem },
    now,
  );
  return changed;
}

type Outcome = number | 'gone' | 'notFit';

function findBlogState(tx: Db, id: number) {
  return tx
    .selectFrom('blogs')
    .select(['id', 'is_active', 'updated_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A post has the moment of its plan as its date, however late this process was. */
async function publishBlog(tx: Db, plan: ScheduleRow, publishAt: string): Promise<Outcome> {
  const before = await findBlogState(tx, plan.row_id);
  if (!before) return 'gone';
  if (before.is_active === 1) return 0;
  await setBlog(tx, plan, before, { is_active: 1, created_at: publishAt });
  return 1;
}

async function unpublishBlog(tx: Db, plan: ScheduleRow): Promise<number> {
  const before = await findBlogState(tx, plan.row_id);
  if (before?.is_active !== 1) return 0;
  await setBlog(tx, plan, before, { is_active: 0 });
  return 1;
}

async function setBlog(
  tx: Db,
  plan: ScheduleRow,
  before: { id: number; updated_at: string },
  values: { is_active: 0 | 1; created_at?: string },
): Promise<void> {
  const updated_at = isoAfter(before.updated_at);
  const keep = await keepVersion(tx, 'blog', before.id);
  await tx
    .updateTable('blogs')
    .set({ ...values, updated_at })
    .where('id', '=', before.id)
    .execute();
  await noteEdit(tx, 'blogs', { id: before.id, updated_at }, planOf(plan));
  await keep(planOf(plan));
}

/** By the rules that hold for everybody who opens a job. */
async function openJob(tx: Db, plan: ScheduleRow, now: string): Promise<Outcome> {
  const before = await findJob(tx, plan.row_id);
  if (!before) return 'gone';
  if (before.status === 'open') return 0;
  const end = endOf(before.closes_at);
  if (before.description === '' || (end !== null && end <= now)) return 'notFit';
  await setJob(tx, plan, before, 'open');
  return 1;
}

async function closeJob(tx: Db, plan: ScheduleRow): Promise<number> {
  const before = await findJob(tx, plan.row_id);
  if (before?.status !== 'open') return 0;
  await setJob(tx, plan, before, 'closed');
  return 1;
}

async function setJob(tx: Db, plan: ScheduleRow, before: JobRow, status: 'open' | 'closed'): Promise<void> {
  const keep = await keepVersion(tx, 'job', before.id);
  await noteEdit(tx, 'jobs', await updateJobStatus(tx, before, status), planOf(plan));
  await keep(planOf(plan));
}
