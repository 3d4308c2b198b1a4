import { limits } from '#shared/limits.ts';
import { boardStages } from '#shared/schemas/desk.ts';
import { publicIdAt, shownId } from '../../database/public-ids.ts';
import { countRows, reading } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import { jobs } from '../content/tables.ts';
import { findApplicant } from './repository.ts';

/** Calls for the other applications of a person, and for the hidden stages of a job's board (docs/product.md §20). */
export function applicantDeskHandlers(db: Db): Handlers {
  const assertJob = async (tx: Db, id: RowId) => assertThat(await jobs.exists(tx, id), 'job.notFound', 404);
  return {
    async getOtherApplications(call) {
      return { data: await reading(db, (tx) => otherApplications(tx, call.id)) };
    },
    async getHiddenStages(call) {
      const rows = await reading(db, async (tx) => {
        await assertJob(tx, call.id);
        return tx.selectFrom('hidden_stages').select('status').where('job_id', '=', call.id).execute();
      });
      // In the order of the board.
      const hidden = boardStages.filter((stage) => rows.some(({ status }) => status === stage));
      return { data: { hidden } };
    },
    async setHiddenStages(call) {
      const { hidden } = await call.body();
      await db.transaction().execute(async (tx) => {
        await assertJob(tx, call.id);
        await tx.deleteFrom('hidden_stages').where('job_id', '=', call.id).execute();
        const rows = hidden.map((status) => ({ job_id: call.id, status }));
        if (rows.length > 0) await tx.insertInto('hidden_stages').values(rows).execute();
      });
      return { data: { hidden }, message: 'desk.stagesSaved' };
    },
  };
}

/** Returns the other applications with the same email address, newest first, and their number. */
async function otherApplications(tx: Db, id: RowId) {
  const applicant = await findApplicant(tx, id);
  assertThat(applicant, 'applicant.notFound', 404);
  const others = tx
    .selectFrom('applicants')
    .where('email_key', '=', applicant.email_key)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'spam')
    .where('id', '<>', id);
  const found = await others
    .select(['id', 'public_id', 'job_id', 'job_title', 'name', 'status', 'last_submitted_at'])
    .select(publicIdAt('jobs', 'applicants.job_id').as('job'))
    .orderBy('last_submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.otherApplications)
    .execute();
  const data = found.map(({ id, public_id, job_id, job, ...row }) => ({
    ...row,
    id: shownId({ id, public_id }),
    job_id: job ?? job_id,
  }));
  return { data, total: await countRows(others) };
}
