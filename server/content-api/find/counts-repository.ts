import { type SqlBool, sql } from 'kysely';
import { mayDo, type Right, type Role } from '#shared/roles.ts';
import type { DeskCounts } from '#shared/schemas/find.ts';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import type { Db } from '../../database/types.ts';

const dayMs = 86_400_000;
/**
 * A job counts as closing from this many days before its end, and a request counts as due from this many days before
 * its due date.
 */
const soonDays = 7;
/** Counting stops at this number. */
const most = 1_000;

/**
 * Counts the pending items that an admin of this role may handle, limited to the rights for which `counted` is true.
 * Some totals are stored and only read; the other counts come from short ranges of indexes.
 */
export async function countWaiting(
  db: Db,
  role: Role | undefined,
  now: Date,
  counted: (right: Right) => boolean = () => true,
): Promise<DeskCounts> {
  const may = (right: Right) => counted(right) && mayDo(role, right);
  const soon = new Date(now.getTime() + soonDays * dayMs).toISOString();
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => ({
      ...(may('applicants.read') && { unread_applicants: await unreadApplicants(tx) }),
      ...(may('messages.read') && {
        new_messages: await newMessages(tx),
        deletions_due: await deletionsDue(tx, soon),
      }),
      ...(may('jobs.write') && {
        jobs_closing: await jobsClosing(tx, now.toISOString(), soon),
        draft_jobs: await draftJobs(tx),
        scheduled_jobs: await scheduled(tx, 'job', 'jobs'),
      }),
      ...(may('content.write') && {
        inactive_posts: await inactivePosts(tx),
        scheduled_posts: await scheduled(tx, 'blog', 'blogs'),
      }),
    }));
}

async function unreadApplicants(tx: Db): Promise<number> {
  const rows = await tx
    .selectFrom('applicant_counts')
    .select('total')
    .where('job_id', '=', -1)
    .where('is_read', '=', 0)
    .where('status', '<>', 'spam')
    .execute();
  return rows.reduce((sum, { total }) => sum + total, 0);
}

async function newMessages(tx: Db): Promise<number> {
  const rows = await tx.selectFrom('message_counts').select('total').where('status', '=', 'new').execute();
  return rows.reduce((sum, { total }) => sum + total, 0);
}

async function deletionsDue(tx: Db, soon: string): Promise<number> {
  const rows = await tx
    .selectFrom('messages')
    .select('id')
    // Must have exactly the text of the index's condition (migrations/schema.ts), because otherwise the database does not
    // use the index.
    .where(
      sql<SqlBool>`deleted_at is null and due_at is not null and handled_at is null and status <> 'spam'`,
    )
    .where('due_at', '<=', soon)
    .limit(most)
    .execute();
  return rows.length;
}

async function jobsClosing(tx: Db, now: string, soon: string): Promise<number> {
  const rows = await tx
    .selectFrom('jobs')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'open')
    .where('ends_at', '>', now)
    .where('ends_at', '<=', soon)
    .limit(most)
    .execute();
  return rows.length;
}

async function draftJobs(tx: Db): Promise<number> {
  const rows = await tx
    .selectFrom('jobs')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'draft')
    .limit(most)
    .execute();
  return rows.length;
}

async function inactivePosts(tx: Db): Promise<number> {
  const rows = await tx
    .selectFrom('blogs')
    .select('id')
    .where(sql<SqlBool>`deleted_at is null and is_active = 0`)
    .limit(most)
    .execute();
  return rows.length;
}

/**
 * Counts the records of a kind that have a scheduled change. Records in the trash are left out: they are not
 * published.
 */
async function scheduled(tx: Db, resource: ScheduledResource, table: 'blogs' | 'jobs'): Promise<number> {
  const rows = await tx
    .selectFrom('schedules')
    .select('row_id')
    .where('resource', '=', resource)
    .where('next_at', 'is not', null)
    .where(
      sql<SqlBool>`exists (select 1 from ${sql.table(table)} as thing where thing.id = row_id and thing.deleted_at is null)`,
    )
    .limit(most)
    .execute();
  return rows.length;
}
