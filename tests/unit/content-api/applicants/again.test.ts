import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedStatuses } from '#shared/schemas/applicant.ts';
import { changeApplicants, pageOfApplicants } from '../../../../server/content-api/applicants/repository.ts';
import { presentListed } from '../../../../server/content-api/applicants/routes.ts';
import type { Admin } from '../../../../server/content-api/auth/accounts.ts';
import type { Db } from '../../../../server/database/types.ts';
import { addApplicant } from '../../../support/engine/applicants-memory.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';

let db: Db;
beforeAll(async () => {
  db = await emptyDatabase();
});
afterAll(() => db.destroy());

const listed = async (search: string) =>
  (await pageOfApplicants(db, 1, { search }, 'oldest')).data.map(presentListed);

it.each([
  { status: 'interview', rows: [{ status: 'interview', is_read: 0, applied_again: 1 }] },
  ...(['rejected', 'withdrawn', 'hired'] as const).map((status) => ({
    status,
    rows: [
      { status, is_read: 1, applied_again: 0 },
      { status: 'new', is_read: 0, applied_again: 1 },
    ],
  })),
] as const)('a further application of who is $status', async ({ status, rows }) => {
  const email = `${status}@again.example`;
  const { id } = await addApplicant(db, { email });
  await db.transaction().execute((tx) => changeApplicants(tx, [id], status, { name: 'Sana' } as Admin));
  expect((await listed(email))[0]?.is_read).toBe(closedStatuses.includes(status) ? 1 : 0);
  await addApplicant(db, { email });
  expect(await listed(email)).toMatchObject(rows);
});
