import { jobInputSchema } from '#shared/schemas/job.ts';
import { insertJob, type JobRow } from '../../../server/content-api/jobs/repository.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';

/** Opens a database in memory with all tables and no rows. */
export async function emptyDatabase() {
  const db = openSqlite(':memory:');
  await migrate(db);
  return db;
}

/** Adds a job as the form does, and then sets columns that no form can set, such as its dates. */
export async function addJob(db: Db, changes: Record<string, unknown> = {}, columns: Partial<JobRow> = {}) {
  const input = jobInputSchema.parse({
    title: 'Designer',
    department: 'Design',
    employment_type: 'FULL_TIME',
    location_type: 'onsite',
    city: 'Peshawar',
    country: 'Pakistan',
    description: '<p>Draw</p>',
    status: 'open',
    ...changes,
  });
  const job = await insertJob(db, input, 'UTC');
  if (Object.keys(columns).length === 0) return job;
  return db
    .updateTable('jobs')
    .set(columns)
    .where('id', '=', job.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
