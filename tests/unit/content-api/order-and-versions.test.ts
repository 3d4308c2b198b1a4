import { afterEach, describe, expect, it, vi } from 'vitest';
import { updateJobStatus } from '../../../server/content-api/jobs/repository.ts';
import { isoAfter } from '../../../server/database/rows.ts';
import type { Db } from '../../../server/database/types.ts';
import { addJob, databaseForEach } from '../../support/engine/in-memory.ts';

let db: Db;
databaseForEach((made) => (db = made));

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
});
