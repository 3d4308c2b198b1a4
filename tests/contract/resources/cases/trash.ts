import { expect } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import type { trashRows } from '#shared/contract/trash.ts';
import type { GoodCalls } from './good-call.ts';
import { makeJob } from './jobs.ts';

export const trashCalls: GoodCalls<typeof trashRows> = {
  restoreDeleted: async (engine) => {
    const { id } = await makeJob(engine);
    const deleted = await engine.admin.post(callPath(contract.deleteJob, { id }));
    expect(deleted.status, deleted.text).toBe(200);
    const json = { resource: 'job', id };
    return { json, message: 'Restored successfully', data: json };
  },
};
