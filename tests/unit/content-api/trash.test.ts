import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { trashResources } from '#shared/schemas/trash.ts';
import type { EngineCall } from '../../../server/content-api/calls.ts';
import { openFolders } from '../../../server/content-api/media/storage/folder-storage.ts';
import { createMediaStore, type MediaStore } from '../../../server/content-api/media/store.ts';
import {
  deletedBefore,
  restoreRow,
  softDeleteRow,
} from '../../../server/content-api/row-records/trash-repository.ts';
import type { TrashEntry } from '../../../server/content-api/trash/entry.ts';
import { trash } from '../../../server/content-api/trash/registry.ts';
import { trashChores, trashHandlers } from '../../../server/content-api/trash/trash.ts';
import type { Db } from '../../../server/database/types.ts';
import { AppError } from '../../../server/errors.ts';
import { addJob, emptyDatabase } from '../../support/engine/jobs-memory.ts';
import { expectIndexed, queriesOf } from '../../support/engine/query-plan.ts';

let db: Db;
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => db.destroy());

const day = 24 * 60 * 60 * 1000;
const ago = (days: number, ms = 0) => new Date(Date.now() - days * day - ms).toISOString();

async function restore(entries: readonly TrashEntry[], resource: string, id: number) {
  const handler = trashHandlers(db, {} as MediaStore, entries).restoreDeleted;
  const call = {
    body: async () => ({ resource, id }),
    admin: { role: 'owner' },
  } as EngineCall as EngineCall<'restoreDeleted'>;
  return handler?.(call);
}

const jobs: TrashEntry[] = [{ resource: 'job', table: 'jobs' }];

describe('restoring', () => {
  it('works until 30 days have gone, and not a moment longer', async () => {
    const young = await addJob(db, {}, { deleted_at: ago(30, -60_000) });
    const old = await addJob(db, {}, { deleted_at: ago(30, 1) });
    await restore(jobs, 'job', young.id);
    await expect(restore(jobs, 'job', old.id)).rejects.toMatchObject({ code: 'trash.nothing', status: 404 });
    const left = await db.selectFrom('jobs').select(['id', 'deleted_at']).orderBy('id').execute();
    expect(left.map((job) => job.deleted_at === null)).toEqual([true, false]);
  });

  it('makes a new version of the row, so that nobody saves over it unknowingly', async () => {
    const job = await addJob(db, {}, { deleted_at: ago(1) });
    await restore(jobs, 'job', job.id);
    const after = await db.selectFrom('jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
    expect(after.updated_at > job.updated_at).toBe(true);
    expect(after).toEqual({ ...job, deleted_at: null, updated_at: after.updated_at });
  });

  it('is refused, and undone, when the row cannot come back as things are', async () => {
    const { id } = await addJob(db, {}, { deleted_at: ago(1) });
    const entry: TrashEntry = {
      resource: 'job',
      table: 'jobs',
      assertFits: async () => {
        throw new AppError('job.closed', 409);
      },
    };
    await expect(restore([entry], 'job', id)).rejects.toMatchObject({ status: 409 });
    const after = await db.selectFrom('jobs').select('deleted_at').executeTakeFirstOrThrow();
    expect(after.deleted_at).not.toBeNull();
  });

  it('finds nothing of a resource that has no trash, or that was never deleted', async () => {
    const { id } = await addJob(db);
    for (const resource of ['job', 'message']) {
      await expect(restore(jobs, resource, id)).rejects.toMatchObject({ code: 'trash.nothing' });
    }
  });
});

it('deleting marks a row once, and leaves the time of the first mark', async () => {
  const { id } = await addJob(db);
  expect(await softDeleteRow(db, 'jobs', id)).toBe(true);
  const { deleted_at: first } = await db.selectFrom('jobs').select('deleted_at').executeTakeFirstOrThrow();
  expect(await softDeleteRow(db, 'jobs', id)).toBe(false);
  expect(await softDeleteRow(db, 'jobs', 987)).toBe(false);
  expect(await db.selectFrom('jobs').select('deleted_at').execute()).toEqual([{ deleted_at: first }]);
});

describe('erasing what nobody can restore any more', () => {
  let folder: string;
  let media: MediaStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studio-trash-'));
    media = createMediaStore(db, await openFolders(folder), pino({ level: 'silent' }));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('takes rows deleted more than 30 days ago, in batches, and leaves all others', async () => {
    const kept = [await addJob(db), await addJob(db, {}, { deleted_at: ago(29) })];
    const old = await addJob(db, {}, { deleted_at: ago(31) });
    for (let copy = 0; copy < 250; copy += 1) {
      const { id: _id, ...row } = old;
      await db
        .insertInto('jobs')
        .values({ ...row, slug: `copy-${copy}` })
        .execute();
    }
    const [chore] = trashChores(media, jobs);
    expect(await chore?.run(new Date())).toEqual({ rows: 251, files: 0 });
    expect(await chore?.run(new Date())).toEqual({ rows: 0, files: 0 });
    const left = await db.selectFrom('jobs').select('id').orderBy('id').execute();
    expect(left.map((job) => job.id)).toEqual(kept.map((job) => job.id));
  });

  it('lets go of the files that these rows name', async () => {
    const { id } = await addJob(db, {}, { deleted_at: ago(limits.trashDays + 1) });
    const asked: number[][] = [];
    const dropped: string[] = [];
    const watched: MediaStore = {
      ...media,
      change: (files, work) =>
        media.change(files, (change) =>
          work({ ...change, drop: (...gone) => dropped.push(...gone.filter((each) => each !== null)) }),
        ),
    };
    const filesOf: TrashEntry['filesOf'] = async (_tx, ids) => {
      asked.push([...ids]);
      return ['/storage/a.png', null];
    };
    const [chore] = trashChores(watched, [{ resource: 'job', table: 'jobs', filesOf }]);
    expect(await chore?.run(new Date())).toEqual({ rows: 1, files: 1 });
    expect(asked).toEqual([[id]]);
    expect(dropped).toEqual(['/storage/a.png']);
  });
});

it('every entry is of a resource of the contract, and none twice', () => {
  const resources = trash.map((entry) => entry.resource);
  expect(new Set(resources).size).toBe(resources.length);
  expect(trashResources).toEqual(expect.arrayContaining(resources));
});

it.each(trash.map((entry) => entry.table))('the trash of %s is read by an index', async (table) => {
  const queries = await queriesOf(db, async (on) => {
    await deletedBefore(on, table, ago(30), 10);
    await restoreRow(on, table, 1, ago(30));
  });
  for (const query of queries) await expectIndexed(db, query);
});
