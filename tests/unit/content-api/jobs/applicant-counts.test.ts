import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import { countApplicants } from '../../../../server/content-api/jobs/applicants-repository.ts';
import { pageOfJobs } from '../../../../server/content-api/jobs/repository.ts';
import type { Db } from '../../../../server/database/types.ts';
import { addJob, emptyDatabase } from '../../../support/engine/jobs-memory.ts';
import { expectIndexed, queriesOf } from '../../../support/engine/query-plan.ts';

let db: Db;
beforeAll(async () => {
  db = await emptyDatabase();
});
afterAll(() => db.destroy());

let applicants = 0;
async function apply(
  jobId: number | null,
  {
    status = 'new',
    isRead = 0,
    deleted = false,
  }: { status?: ApplicantStatus; isRead?: number; deleted?: boolean },
): Promise<void> {
  applicants += 1;
  const now = '2026-01-01T00:00:00.000Z';
  const text = `${applicants}`;
  await db
    .insertInto('applicants')
    .values({
      job_id: jobId,
      job_title: null,
      reference: text,
      name: text,
      sort_name: text,
      email: text,
      email_key: text,
      search_text: text,
      status,
      reject_reason: null,
      rating: 0,
      is_read: isRead,
      submissions_count: 1,
      last_submitted_at: now,
      retain_until: '2999-01-01',
      deleted_at: deleted ? now : null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

it('a job has the count of its applicants and of the unread, without spam and the deleted', async () => {
  const [full, empty] = [await addJob(db), await addJob(db)];
  for (const status of ['new', 'rejected', 'hired'] as const) await apply(full.id, { status });
  await apply(full.id, { isRead: 1 });
  await apply(full.id, { status: 'spam' });
  await apply(full.id, { deleted: true });
  await apply(null, {});
  const { data } = await pageOfJobs(db, 1, {});
  const counts = data.map((job) => [job.id, job.applicants_count, job.unread_count]);
  expect(counts).toEqual([
    [empty.id, 0, 0],
    [full.id, 4, 3],
  ]);
  expect(await countApplicants(db, full.id)).toEqual({ applicants_count: 4, unread_count: 3 });
});

it('the counts are read by an index', async () => {
  for (const query of await queriesOf(db, (on) => countApplicants(on, 1))) await expectIndexed(db, query);
});
