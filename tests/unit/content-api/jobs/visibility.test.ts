import { beforeEach, describe, expect, it } from 'vitest';
import { type JobStatus, jobStatuses } from '#shared/schemas/job.ts';
import { jobs } from '../../../../server/content-api/content/tables.ts';
import { findOpenJob, pageOfOpenJobs } from '../../../../server/content-api/jobs/repository.ts';
import type { Db } from '../../../../server/database/types.ts';
import { AppError } from '../../../../server/errors.ts';
import { addJob, databaseForAll } from '../../../support/engine/in-memory.ts';

const now = '2026-03-01T12:00:00.000Z';
const posted = '2026-02-01T00:00:00.000Z';

let db: Db;
databaseForAll((made) => (db = made));
beforeEach(() => db.deleteFrom('jobs').execute());

/** Returns what a visitor gets for a job by its id, and in the list. */
async function seen(id: number, at = now) {
  const listed = (await pageOfOpenJobs(db, 1, {}, at)).data.some((job) => job.id === id);
  const single = await findOpenJob(db, id, at).catch((error: unknown) => error);
  if (!(single instanceof AppError)) {
    expect(listed, 'open by its id and in the list').toBe(true);
    return 'open';
  }
  expect(listed, 'not open by its id and not in the list').toBe(false);
  expect([404, 410]).toContain(single.status);
  return single.status === 410 ? 'over' : 'hidden';
}

describe('what a visitor sees of a job', () => {
  const ends: [closesAt: string | null, past: boolean][] = [
    [null, false],
    ['2026-03-01', false],
    ['2026-03-02', false],
    ['2026-03-01T12:00:00.001Z', false],
    ['2026-02-28', true],
    ['2026-03-01T12:00:00.000Z', true],
    ['2026-03-01T11:59:59.999Z', true],
    ['2026-03-01T16:00:00+05:00', true],
    ['2026-03-01T10:00:00-05:00', false],
  ];
  const matrix = jobStatuses.flatMap((status) =>
    ends.flatMap(([closesAt, past]) =>
      postedOf(status).map(
        (postedAt) => [status, closesAt, postedAt, expected(status, past, postedAt)] as const,
      ),
    ),
  );

  it.each(matrix)('%s, closes at %s, posted at %s: %s', async (status, closesAt, postedAt, visibility) => {
    const { id } = await addJob(db, { closes_at: closesAt }, { status, posted_at: postedAt });
    expect(await seen(id)).toBe(visibility);
  });

  it('cannot be open without having been posted', async () => {
    await expect(addJob(db, {}, { posted_at: null })).rejects.toThrow(/CHECK/);
  });

  it.each(jobStatuses)('nothing of a deleted one that was %s', async (status) => {
    const { id } = await addJob(db, {}, { status, posted_at: posted, deleted_at: now });
    expect(await seen(id)).toBe('hidden');
    expect(await jobs.find(db, id)).toBeUndefined();
  });

  it('a day ends when it ends in UTC', async () => {
    const { id } = await addJob(db, { closes_at: '2026-03-01' }, { posted_at: posted });
    expect(await seen(id, '2026-03-01T23:59:59.999Z')).toBe('open');
    expect(await seen(id, '2026-03-02T00:00:00.000Z')).toBe('over');
  });

  it('the title, and no more, of one that is over', async () => {
    const { id } = await addJob(db, { title: 'Sound engineer' }, { status: 'filled', posted_at: posted });
    await expect(findOpenJob(db, id, now)).rejects.toMatchObject({
      code: 'job.closed',
      status: 410,
      data: { title: 'Sound engineer' },
    });
  });
});

function expected(status: JobStatus, past: boolean, postedAt: string | null) {
  if (status === 'draft' || postedAt === null) return 'hidden';
  return status === 'open' && !past ? 'open' : 'over';
}

/** An open job always has a posting date, which is set when it is opened. */
function postedOf(status: JobStatus) {
  return status === 'open' ? [posted] : [posted, null];
}
