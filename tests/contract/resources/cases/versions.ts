import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { versionRows } from '#shared/contract/desk/versions.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import type { Engine } from '../../../support/engines.ts';
import { makeBlog } from './blogs.ts';
import { type GoodCalls, page } from './good-call.ts';
import { makeJob } from './jobs.ts';

export const versionCalls: GoodCalls<typeof versionRows> = {
  getVersions: async (engine) => {
    const { id } = await makeBlog(engine);
    return { query: `?resource=blog&id=${id}&page=1`, data: { ...page, total: 1 } };
  },
  getVersion: async (engine) => {
    const { id } = await makeBlog(engine);
    const [version] = await versionsOf(engine, 'blog', id);
    const data = { resource: 'blog', row_id: id, number: 1, fields: { blog_title: 'Über uns ✓' } };
    return { params: { id: version?.id ?? 0 }, data };
  },
  restoreVersion: async (engine) => {
    const { id, updated_at } = await makeJob(engine);
    const [version] = await versionsOf(engine, 'job', id);
    return {
      params: { id: version?.id ?? 0 },
      json: { updated_at },
      message: 'Version restored successfully',
      data: { resource: 'job', row_id: id, before: null, kept: [], updated_at: expect.any(String) },
    };
  },
};

/** Returns the versions of a record, newest first. */
export async function versionsOf({ admin }: Engine, resource: string, id: Id): Promise<ListedVersion[]> {
  const answer = await admin.get(`${callPath(contract.getVersions)}?resource=${resource}&id=${id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.data;
}
