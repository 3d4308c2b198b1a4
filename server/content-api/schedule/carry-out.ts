import { isoAfter } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';
import { noteEdit } from '../edits/repository.ts';
import { findJob, type JobRow, updateJobStatus } from '../jobs/repository.ts';
import { saveVersion } from '../row-records/save-version.ts';
import {
  dueSchedules,
  nextDue,
  removeSchedule,
  type ScheduleRow,
  saveRemainingSteps,
} from '../row-records/schedules-repository.ts';

/**
 * Maximum number of schedules carried out in one transaction. Such a transaction takes some milliseconds, and other
 * code can write between two of them.
 */
const batch = 20;

/** Returns the author of a scheduled change, as the history shows it. */
const planOf = ({ who }: Pick<ScheduleRow, 'who'>) => `${who} (scheduled)`;

/**
 * Carries out the schedules that are due at this time (ISO). Returns how many of the changes are visible to visitors,
 * and when the next schedule is due. Each schedule is carried out once, even if several processes try: their writing
 * transactions run one after another, and the transaction that carries a schedule out also deletes it.
 */
export async function carryOut(
  db: Db,
  now: () => string,
): Promise<{ changed: number; next: string | undefined }> {
  let changed = 0;
  for (;;) {
    // Checked before the transaction: a process with nothing to write need not wait until it may write.
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
      // The record is in the trash: its schedule is deleted, and does not come back when the record is restored.
      await removeSchedule(tx, plan.resource, plan.row_id);
      return 0;
    }
    if (outcome === 'notFit') problem = 'schedule.notFit';
    else changed += outcome;
  }
  if (isUnpublishDue)
    changed += await (plan.resource === 'blog' ? unpublishBlog(tx, plan) : closeJob(tx, plan));
  // If the record could not be published, its scheduled unpublishing is dropped too.
  const rest = problem === null && !isUnpublishDue ? unpublish_at : null;
  await saveRemainingSteps(
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

/** Publishes a post. Its date becomes the scheduled time, even if this process is late. */
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
  const keep = await saveVersion(tx, 'blog', before.id);
  await tx
    .updateTable('blogs')
    .set({ ...values, updated_at })
    .where('id', '=', before.id)
    .execute();
  await noteEdit(tx, 'blogs', { id: before.id, updated_at }, planOf(plan));
  await keep(planOf(plan));
}

/** Opens a job, under the rules that apply to an admin who opens a job. */
async function openJob(tx: Db, plan: ScheduleRow, now: string): Promise<Outcome> {
  const before = await findJob(tx, plan.row_id);
  if (!before) return 'gone';
  if (before.status === 'open') return 0;
  const end = before.ends_at;
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
  const keep = await saveVersion(tx, 'job', before.id);
  await noteEdit(tx, 'jobs', await updateJobStatus(tx, before, status), planOf(plan));
  await keep(planOf(plan));
}
