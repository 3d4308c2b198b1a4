import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetEdits, noteEdit } from '../../../server/content-api/edits/repository.ts';
import { findJob, type JobRow, updateJobStatus } from '../../../server/content-api/jobs/repository.ts';
import { assertNotNewer } from '../../../server/content-api/validation/concurrency.ts';
import { isoAfter } from '../../../server/database/clock.ts';
import { reorderRows } from '../../../server/database/reorder.ts';
import type { Db } from '../../../server/database/types.ts';
import type { AppError } from '../../../server/errors.ts';
import { addJob, emptyDatabase } from '../../support/engine/jobs-memory.ts';

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
      fields: { ids: ['One of these items no longer exists. Please reload the list.'] },
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

  it('are told apart: 409 with both times, and nothing when none was sent', async () => {
    const row = await addJob(db);
    for (const sent of [row.updated_at, null, undefined, '']) await assertNotNewer(db, 'jobs', sent, row);
    for (const sent of ['2026-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z']) {
      await expect(assertNotNewer(db, 'jobs', sent, row)).rejects.toMatchObject({
        code: 'conflict.newer',
        status: 409,
        message: expect.stringMatching(/^Someone else saved this at 20/),
        data: { yours: sent, current: row.updated_at },
      });
    }
  });

  it('are known by who made them, until somebody or something else makes another', async () => {
    const refusal = async (row: JobRow) => {
      const refused = assertNotNewer(db, 'jobs', 'older', row);
      return refused.then(() => undefined).catch((error: AppError) => error.data);
    };
    const row = await addJob(db);
    const [other, ...versions] = [await addJob(db), row];
    await noteEdit(db, 'jobs', row, 'Amina');
    await noteEdit(db, 'blogs', { id: row.id, updated_at: row.updated_at }, 'Not of jobs');
    expect(await refusal(row)).toEqual({ yours: 'older', current: row.updated_at, who: 'Amina' });
    expect(await refusal(other)).toEqual({ yours: 'older', current: other.updated_at });

    for (const who of ['بلال', undefined, 'Amina']) {
      const after = await updateJobStatus(db, versions.at(-1) ?? row, 'closed');
      versions.push(after);
      if (who) await noteEdit(db, 'jobs', after, who);
      expect(await refusal(after)).toEqual({
        yours: 'older',
        current: after.updated_at,
        ...(who && { who }),
      });
    }
    await forgetEdits(db, 'jobs', [row.id]);
    expect(await db.selectFrom('last_edits').select('who').execute()).toEqual([{ who: 'Not of jobs' }]);
  });
});
