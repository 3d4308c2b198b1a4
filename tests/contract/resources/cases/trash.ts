import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { trashRows } from '#shared/contract/desk/trash.ts';
import { contract } from '#shared/contract/index.ts';
import { type GoodCalls, page } from './good-call.ts';
import { makeJob } from './jobs.ts';

export const trashCalls: GoodCalls<typeof trashRows> = {
  restoreDeleted: async (engine) => {
    const { id } = await makeJob(engine);
    const deleted = await engine.admin.post(callPath(contract.deleteJob, { id }));
    expect(deleted.status, deleted.text).toBe(200);
    const json = { resource: 'job', id };
    return { json, message: 'Restored successfully', data: json };
  },
  getTrash: async (engine) => {
    const { id, title } = await makeJob(engine);
    await engine.admin.post(callPath(contract.deleteJob, { id })).expect(200);
    const found = expect.objectContaining({ resource: 'job', id, name: title, below: 0 });
    return {
      query: '?page=1&resource=job',
      data: { ...page, data: expect.arrayContaining([found]), counts: expect.objectContaining({}) },
    };
  },
  eraseDeleted: async (engine) => {
    const { id } = await makeJob(engine);
    await engine.admin.post(callPath(contract.deleteJob, { id })).expect(200);
    const json = { resource: 'job', id };
    return { json, message: 'Deleted for good', data: json };
  },
};
