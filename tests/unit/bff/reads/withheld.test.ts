import { expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import type { Role } from '#shared/roles.ts';
import { fetchRead } from '../../../../server/bff/reads/fetch-read.ts';
import { jsonAnswer } from '../../../../server/bff/upstream/json-answer.ts';

const job = { id: 7, title: 'Colourist', description: '', applicants_count: 3, unread_count: 1 };

/**
 * Returns the answer of a host that includes counts of applicants for all callers, as a session with this role gets
 * it.
 */
async function readBy(role: Role | undefined, asBytes: boolean): Promise<unknown> {
  const { bytes, body } = await fetchRead(
    { request: async () => jsonAnswer(200, { status: 1, data: job }) },
    {
      row: contract.singleJob,
      method: 'GET',
      path: '/api/singleJob/7',
      headers: { authorization: 'Bearer x' },
      user: { ...(role && { role }) },
      rules: { hosts: [], mediaPaths: [] },
      asBytes,
    },
  );
  return (bytes ? JSON.parse(String(bytes)) : body).data;
}

it.each([true, false])(
  'counts of applicants go to no role that may not read applicants (as bytes: %s)',
  async (asBytes) => {
    const { applicants_count: _count, unread_count: _unread, ...rest } = job;
    for (const role of ['editor', 'reader'] as const) expect(await readBy(role, asBytes)).toEqual(rest);
    for (const role of ['owner', 'recruiter', undefined] as const)
      expect(await readBy(role, asBytes)).toEqual(job);
  },
);
