import { applicationSchema } from '#shared/schemas/applicant.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { storeApplication } from '../../../server/content-api/applicants/apply-routes.ts';
import type { ApplicantRow } from '../../../server/content-api/applicants/repository.ts';
import { insertJob, type JobRow } from '../../../server/content-api/jobs/repository.ts';
import { newAddress } from '../../../server/content-api/media/storage.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';
import { between } from '../temp-folder.ts';

/** Opens a database in memory with all tables and no rows. */
export async function emptyDatabase() {
  const db = openSqlite(':memory:');
  await migrate(db);
  return db;
}

const database = between(emptyDatabase, (db) => db.destroy());

/** Gives each test a database of its own, as `emptyDatabase` opens it. */
export const databaseForEach = database.forEach;
/** Gives the tests of a file or a block one database. */
export const databaseForAll = database.forAll;

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

let people = 0;

/** Adds an applicant as the form does (without a file), and then sets columns that no form can set. */
export async function addApplicant(
  db: Db,
  texts: Record<string, string> = {},
  columns: Partial<ApplicantRow> = {},
  { isSpam = false, job = null as { id: number; title: string } | null } = {},
) {
  people += 1;
  const { consent: _given, ...values } = applicationSchema.parse({
    name: 'Ayesha Khan',
    email: `person-${people}@applicant.example`,
    consent: '1',
    ...texts,
  });
  const mime = 'application/pdf';
  const cv = { file: newAddress(mime), name: 'cv.pdf', mime, size: 1 };
  const { reference } = await db
    .transaction()
    .execute((tx) => storeApplication(tx, { texts: values, cv, job, isSpam }));
  await db
    .updateTable('applicants')
    .set({ reference, ...columns })
    .where('reference', '=', reference)
    .execute();
  return db
    .selectFrom('applicants')
    .innerJoin('applicant_submissions as sent', 'sent.applicant_id', 'applicants.id')
    .selectAll('applicants')
    .where('sent.reference', '=', reference)
    .executeTakeFirstOrThrow();
}
