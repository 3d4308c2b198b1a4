import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { descending, dialectOf, strictByKey } from '../dialect.ts';

/**
 * Totals of long lists are read without counting: `applicant_counts` has a row for each combination of job, status
 * and `is_read`, which triggers update in the same transaction. The facets of the job boards, and the number of a
 * category's projects, are read from indexes alone.
 */
export const counts: Migration = {
  async up(db: Kysely<unknown>) {
    await countApplicants(db);
    await db.schema.dropIndex('jobs_by_status_in_order').execute();
    await db.schema
      .createIndex('jobs_by_status_in_order')
      .on('jobs')
      .columns([
        'status',
        'v_order',
        descending(db, 'posted_at'),
        'id desc',
        'ends_at',
        'department',
        'employment_type',
        'location_type',
      ] as Parameters<ReturnType<typeof db.schema.createIndex>['columns']>[0])
      .where(sql<SqlBool>`deleted_at is null`)
      .execute();
    // With the `deleted_at` column the index also serves for counting rows that are not deleted.
    await db.schema.dropIndex('projects_by_category').execute();
    await db.schema
      .createIndex('projects_by_category')
      .on('projects')
      .columns(['category_id', 'deleted_at'])
      .execute();
  },
};

/**
 * Creates the counts by job. `job_id` is -1 for all applicants and 0 for those without a job; ids of jobs begin at 1.
 */
async function countApplicants(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('applicant_counts')
    .addColumn('job_id', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_read', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull().check(sql`total > 0`))
    .addPrimaryKeyConstraint('applicant_counts_key', ['job_id', 'status', 'is_read'])
    .modifyEnd(strictByKey(db))
    .execute();
  await sql`insert into applicant_counts
    select -1, status, is_read, count(*) from applicants where deleted_at is null group by status, is_read`.execute(
    db,
  );
  await sql`insert into applicant_counts
    select coalesce(job_id, 0), status, is_read, count(*) from applicants where deleted_at is null
    group by coalesce(job_id, 0), status, is_read`.execute(db);

  await (dialectOf(db) === 'sqlite' ? countBySqlite(db) : countByPostgres(db));
}

async function countBySqlite(db: Kysely<unknown>): Promise<void> {
  const rowsOf = (version: 'old' | 'new') =>
    sql.raw(
      `job_id in (-1, coalesce(${version}.job_id, 0)) and status = ${version}.status and is_read = ${version}.is_read`,
    );
  const add = sql`insert into applicant_counts
    select column1, new.status, new.is_read, 1 from (values (-1), (coalesce(new.job_id, 0))) where true
    on conflict do update set total = total + 1;`;
  const remove = sql`delete from applicant_counts where ${rowsOf('old')} and total = 1;
    update applicant_counts set total = total - 1 where ${rowsOf('old')};`;
  await sql`create trigger applicant_counts_insert after insert on applicants
    when new.deleted_at is null begin ${add} end`.execute(db);
  await sql`create trigger applicant_counts_delete after delete on applicants
    when old.deleted_at is null begin ${remove} end`.execute(db);
  const changed = sql`after update of job_id, status, is_read, deleted_at on applicants`;
  await sql`create trigger applicant_counts_update_old ${changed}
    when old.deleted_at is null begin ${remove} end`.execute(db);
  await sql`create trigger applicant_counts_update_new ${changed}
    when new.deleted_at is null begin ${add} end`.execute(db);
}

async function countByPostgres(db: Kysely<unknown>): Promise<void> {
  const rowsOfOld = sql`job_id in (-1, coalesce(old.job_id, 0)) and status = old.status and is_read = old.is_read`;
  await sql`create function applicant_counts_follow() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.deleted_at is null then
        delete from applicant_counts where ${rowsOfOld} and total = 1;
        update applicant_counts set total = total - 1 where ${rowsOfOld};
      end if;
      if tg_op <> 'DELETE' and new.deleted_at is null then
        insert into applicant_counts
          select job, new.status, new.is_read, 1 from (values (-1), (coalesce(new.job_id, 0))) as jobs (job)
          on conflict (job_id, status, is_read) do update set total = applicant_counts.total + 1;
      end if;
      return null;
    end
  $$`.execute(db);
  await sql`create trigger applicant_counts_follow
    after insert or delete or update of job_id, status, is_read, deleted_at on applicants
    for each row execute function applicant_counts_follow()`.execute(db);
}
