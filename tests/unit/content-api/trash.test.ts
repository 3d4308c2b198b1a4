import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineCall } from '../../../server/content-api/calls.ts';
import type { MediaStore } from '../../../server/content-api/media/store.ts';
import { trashHandlers } from '../../../server/content-api/trash/trash.ts';
import type { Db } from '../../../server/database/types.ts';
import { addJob, emptyDatabase } from '../../support/engine/jobs-memory.ts';

let db: Db;
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => db.destroy());

const day = 24 * 60 * 60 * 1000;
const ago = (days: number, ms = 0) => new Date(Date.now() - days * day - ms).toISOString();

async function restore(resource: string, id: number) {
  const handler = trashHandlers(db, {} as MediaStore).restoreDeleted;
  const call = {
    body: async () => ({ resource, id }),
    admin: { role: 'owner' },
  } as EngineCall as EngineCall<'restoreDeleted'>;
  return handler?.(call);
}

describe('restoring', () => {
  it('works until 30 days have gone, and not a moment longer', async () => {
    const young = await addJob(db, {}, { deleted_at: ago(30, -60_000) });
    const old = await addJob(db, {}, { deleted_at: ago(30, 1) });
    await restore('job', young.id);
    await expect(restore('job', old.id)).rejects.toMatchObject({ code: 'trash.nothing', status: 404 });
    const left = await db.selectFrom('jobs').select(['id', 'deleted_at']).orderBy('id').execute();
    expect(left.map((job) => job.deleted_at === null)).toEqual([true, false]);
  });
});
