import { type CreateTableBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

/** Conditions of the indexes for lists, which leave out deleted applicants, and spam unless it is requested. */
const kept = sql<SqlBool>`deleted_at is null`;
const shown = sql<SqlBool>`deleted_at is null and status <> 'spam'`;

/**
 * Applicants, their submissions, notes and history. `job_id` has no foreign key: an applicant may outlive the job,
 * and an id of a job is never given twice.
 */
export const applicants: Migration = {
  async up(db: Kysely<unknown>) {
    await table(db, 'applicants')
      .addColumn('job_id', 'integer')
      .addColumn('job_title', 'text')
      .addColumn('reference', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sort_name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('search_text', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) =>
        column
          .notNull()
          .check(
            sql`status in ('new', 'reviewing', 'shortlisted', 'interview', 'offered', 'hired', 'rejected', 'withdrawn', 'spam')`,
          ),
      )
      .addColumn('reject_reason', 'text')
      .addColumn('rating', 'integer', (column) => column.notNull().check(sql`rating between 0 and 5`))
      .addColumn('is_read', 'integer', (column) => column.notNull().check(sql`is_read in (0, 1)`))
      .addColumn('submissions_count', 'integer', (column) => column.notNull())
      .addColumn('last_submitted_at', 'text', (column) => column.notNull())
      .addColumn('retain_until', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await child(db, 'applicant_submissions')
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('phone', 'text')
      .addColumn('city', 'text')
      .addColumn('cover_letter', 'text')
      .addColumn('portfolio_url', 'text')
      .addColumn('linkedin_url', 'text')
      .addColumn('source', 'text')
      .addColumn('cv_file', 'text', (column) => column.notNull())
      .addColumn('cv_name', 'text', (column) => column.notNull())
      .addColumn('cv_mime', 'text', (column) => column.notNull())
      .addColumn('cv_size', 'integer', (column) => column.notNull())
      .addColumn('consent_at', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addUniqueConstraint('applicant_submissions_in_order', ['applicant_id', 'number'])
      .execute();
    await child(db, 'applicant_notes')
      .addColumn('note', 'text', (column) => column.notNull())
      .$call(told)
      .execute();
    await child(db, 'applicant_events')
      .addColumn('type', 'text', (column) => column.notNull().check(sql`type in ('submitted', 'status')`))
      .addColumn('from_status', 'text')
      .addColumn('to_status', 'text', (column) => column.notNull())
      .$call(told)
      .execute();
    await indexes(db);
  },
};

async function indexes(db: Kysely<unknown>): Promise<void> {
  const on = (name: string, columns: string[], where: typeof kept | undefined) => {
    const index = db.schema.createIndex(name).on('applicants').columns(columns);
    return (where ? index.where(where) : index).execute();
  };
  const unreadFirst = ['is_read', 'last_submitted_at desc', 'id desc'];
  await on('applicants_unread_first', unreadFirst, shown);
  await on('applicants_newest_first', ['last_submitted_at desc', 'id desc'], shown);
  await on('applicants_by_name', ['sort_name', 'id'], shown);
  await on('applicants_by_rating', ['rating desc', 'last_submitted_at desc', 'id desc'], shown);
  await on('applicants_by_status', ['status', ...unreadFirst], kept);
  await on('applicants_of_job', ['job_id', ...unreadFirst], shown);
  await on('applicants_of_job_by_status', ['job_id', 'status', ...unreadFirst], kept);
  await on('applicants_by_email', ['email_key', 'job_id'], kept);
  await on('applicants_by_retention', ['retain_until', 'id'], undefined);
  await on('deleted_applicants', ['deleted_at', 'id'], sql<SqlBool>`deleted_at is not null`);
  for (const name of ['applicant_notes', 'applicant_events']) {
    await db.schema.createIndex(`${name}_in_order`).on(name).columns(['applicant_id', 'id']).execute();
  }
}

/** AUTOINCREMENT never gives an id twice: old links must not lead to another person. */
function table(db: Kysely<unknown>, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .modifyEnd(strict(db));
}

function child(db: Kysely<unknown>, name: string) {
  return table(db, name).addColumn('applicant_id', 'integer', (column) =>
    column.notNull().references('applicants.id').onDelete('cascade'),
  );
}

/**
 * Columns for the author and the time. `who` is the admin's name at that time; null if the applicant is the author.
 */
function told<Name extends string, Columns extends string>(builder: CreateTableBuilder<Name, Columns>) {
  return builder.addColumn('who', 'text').addColumn('created_at', 'text', (column) => column.notNull());
}
