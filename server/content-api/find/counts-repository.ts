import { type RawBuilder, sql } from 'kysely';
import { mayDo, type Right, type Role } from '#shared/roles.ts';
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
) {
  const may = (right: Right) => counted(right) && mayDo(role, right);
  const soon = new Date(now.getTime() + soonDays * dayMs).toISOString();
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => ({
      ...(may('applicants.read') && { unread_applicants: await unreadApplicants(tx) }),
      ...(may('messages.read') && {
        new_messages: await newMessages(tx),
        // Must have exactly the text of the index's condition (migrations/schema.ts), because otherwise the database
        // does not use the index.
        deletions_due: await few(
          tx,
          'messages',
          sql`deleted_at is null and due_at is not null and handled_at is null and status <> 'spam' and due_at <= ${soon}`,
        ),
      }),
      ...(may('jobs.write') && {
        jobs_closing: await few(
          tx,
          'jobs',
          sql`deleted_at is null and status = 'open' and ends_at > ${now.toISOString()} and ends_at <= ${soon}`,
        ),
        draft_jobs: await few(tx, 'jobs', sql`deleted_at is null and status = 'draft'`),
        scheduled_jobs: await scheduled(tx, 'job', 'jobs'),
      }),
      ...(may('content.write') && {
        inactive_posts: await few(tx, 'blogs', sql`deleted_at is null and is_active = 0`),
        scheduled_posts: await scheduled(tx, 'blog', 'blogs'),
      }),
    }));
}

async function unreadApplicants(tx: Db) {
  const rows = await tx
    .selectFrom('applicant_counts')
    .select('total')
    .where('job_id', '=', -1)
    .where('is_read', '=', 0)
    .where('status', '<>', 'spam')
    .execute();
  return rows.reduce((sum, { total }) => sum + total, 0);
}

async function newMessages(tx: Db) {
  const rows = await tx.selectFrom('message_counts').select('total').where('status', '=', 'new').execute();
  return rows.reduce((sum, { total }) => sum + total, 0);
}

/** Counts the rows for which the condition, SQL, holds. */
async function few(tx: Db, table: string, condition: RawBuilder<unknown>) {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${condition} limit ${most}`.execute(tx);
  return rows.length;
}

/**
 * Counts the records of a kind that have a scheduled change. Records in the trash are left out: they are not
 * published.
 */
function scheduled(tx: Db, resource: ScheduledResource, table: 'blogs' | 'jobs') {
  return few(
    tx,
    'schedules',
    sql`resource = ${resource} and next_at is not null
      and exists (select 1 from ${sql.table(table)} as thing where thing.id = row_id and thing.deleted_at is null)`,
  );
}
