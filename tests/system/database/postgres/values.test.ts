// @module-tag deep/postgres: values as PostgreSQL returns them
import { beforeAll, expect, it } from 'vitest';
import { searchTextOf } from '../../../../server/database/search.ts';
import type { Db } from '../../../../server/database/types.ts';
import { type TwoProcesses, twoProcesses } from '../two-processes.ts';

// Values that would differ from SQLite without the adapter.

let site: TwoProcesses;
twoProcesses('postgres', (made) => (site = made));
let db: Db;
const at = '2026-01-01T00:00:00.000Z';
const job = (title: string, more: object = {}) => ({
  title,
  slug: title,
  department: 'D',
  employment_type: 'OTHER' as const,
  location_type: 'remote' as const,
  show_salary: 0,
  openings: 1,
  status: 'draft' as const,
  v_order: 0,
  description: '',
  created_at: at,
  updated_at: at,
  search_text: searchTextOf(title),
  ...more,
});
beforeAll(async () => {
  db = await site.one.openContent();
});

it('sorts texts by their bytes, in queries and ranges', async () => {
  for (const title of ['b', 'É', 'a-1', 'a.1', 'B', 'ا', 'a'])
    await db.insertInto('jobs').values(job(title)).execute();
  const rows = await db.selectFrom('jobs').select('slug').orderBy('slug').execute();
  expect(rows.map(({ slug }) => slug)).toEqual(['B', 'a', 'a-1', 'a.1', 'b', 'É', 'ا']);
  const range = await db
    .selectFrom('jobs')
    .select('slug')
    .where('slug', '>=', 'a-')
    .where('slug', '<', 'a.')
    .execute();
  expect(range.map(({ slug }) => slug)).toEqual(['a-1']);
});

it('keeps numbers, truth values, moments and signs as they are read elsewhere', async () => {
  const { id } = await db
    .insertInto('jobs')
    .values(
      job('values', {
        salary_min: 12_345.678,
        openings: 4_000_000_000,
        city: 'a\0b\ud800',
        show_salary: true,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const read = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(read).toMatchObject({
    salary_min: 12_345.678,
    openings: 4_000_000_000,
    show_salary: 1,
    created_at: at,
  });
  expect(read.city).toBe('a\ufffdb\ufffd');
  const { total, sum } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll().as('total'), fn.sum('openings').as('sum')])
    .executeTakeFirstOrThrow();
  expect([typeof total, typeof sum]).toEqual(['number', 'number']);
});
