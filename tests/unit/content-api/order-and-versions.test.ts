import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isoAfter } from '../../../server/content-api/clock.ts';
import { reorderRows } from '../../../server/content-api/database/reorder.ts';
import type { Db } from '../../../server/content-api/database/types.ts';
import { findJob, updateJobStatus } from '../../../server/content-api/jobs/repository.ts';
import { assertNotNewer } from '../../../server/content-api/validation/concurrency.ts';
import { addJob, emptyDatabase } from './jobs/memory.ts';

let db: Db;
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => db.destroy());

describe('putting rows in order', () => {
  const orders = async () =>
    (await db.selectFrom('jobs').select('v_order').orderBy('id').execute()).map((job) => job.v_order);

  it('gives the named rows 1, 2, 3 …, and leaves the others and every version', async () => {
    const [a, b, c, d] = [
      await addJob(db),
      await addJob(db),
      await addJob(db, { v_order: 9 }),
      await addJob(db),
    ];
    await reorderRows(db, 'jobs', [d.id, a.id, b.id]);
    expect(await orders()).toEqual([2, 3, 9, 1]);
    expect(await findJob(db, c.id)).toEqual(c);
    expect((await findJob(db, d.id))?.updated_at).toBe(d.updated_at);
  });

  it.each([
    ['is not there', 987],
    ['is deleted', undefined],
  ])('changes nothing when one %s', async (_what, missing) => {
    const a = await addJob(db);
    const gone = await addJob(db, {}, { deleted_at: '2026-01-01T00:00:00.000Z' });
    await expect(reorderRows(db, 'jobs', [a.id, missing ?? gone.id])).rejects.toMatchObject({
      status: 422,
      fields: { ids: ['One of these is not there any more. Please load the list again.'] },
    });
    expect(await orders()).toEqual([0, 0]);
  });
});

describe('versions', () => {
  afterEach(() => vi.useRealTimers());

  it('always go forward, though the clock stands or goes back', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-03-01T00:00:00.000Z'), toFake: ['Date'] });
    expect(isoAfter('2026-02-28T23:59:59.999Z')).toBe('2026-03-01T00:00:00.000Z');
    expect(isoAfter('2026-03-01T00:00:00.000Z')).toBe('2026-03-01T00:00:00.001Z');
    expect(isoAfter('2026-12-31T23:59:59.999Z')).toBe('2027-01-01T00:00:00.000Z');
    const versions = [await addJob(db, { status: 'draft' })];
    for (const status of ['open', 'closed', 'open'] as const) {
      const before = versions.at(-1);
      if (before) versions.push(await updateJobStatus(db, before, status));
    }
    const times = versions.map((job) => job.updated_at);
    expect(new Set(times).size).toBe(4);
    expect(times.toSorted()).toEqual(times);
  });

  it('are told apart: 409 with both times, and nothing when none was sent', () => {
    const row = { updated_at: '2026-03-01T00:00:00.001Z' };
    for (const sent of [row.updated_at, null, undefined, '']) assertNotNewer(sent, row);
    for (const sent of ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.002Z']) {
      expect(() => assertNotNewer(sent, row)).toThrow(
        expect.objectContaining({
          code: 'conflict.newer',
          status: 409,
          data: { yours: sent, current: row.updated_at },
        }),
      );
    }
  });
});
