import { limits } from '#shared/limits.ts';
import { type BoardStage, boardStages, type OtherApplication } from '#shared/schemas/desk.ts';
import { publicIdAt, shownId } from '../../database/public-ids.ts';
import { countRows } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { ApplicantRow } from './repository.ts';

/** Returns the other applications with the same email address, newest first, and their number. */
export async function otherApplications(
  db: Db,
  { id, email_key: key }: Pick<ApplicantRow, 'id' | 'email_key'>,
): Promise<{ data: OtherApplication[]; total: number }> {
  const others = db
    .selectFrom('applicants')
    .where('email_key', '=', key)
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
  return { data, total: await countRows(others.select(({ fn }) => fn.countAll().as('total'))) };
}

/** Returns the hidden stages of a job's board, in the order of the board. */
export async function hiddenStages(db: Db, job: RowId): Promise<BoardStage[]> {
  const rows = await db.selectFrom('hidden_stages').select('status').where('job_id', '=', job).execute();
  return boardStages.filter((stage) => rows.some(({ status }) => status === stage));
}

export async function setHiddenStages(tx: Db, job: RowId, hidden: readonly BoardStage[]): Promise<void> {
  await tx.deleteFrom('hidden_stages').where('job_id', '=', job).execute();
  if (hidden.length === 0) return;
  await tx
    .insertInto('hidden_stages')
    .values(hidden.map((status) => ({ job_id: job, status })))
    .execute();
}
