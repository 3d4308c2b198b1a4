import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { dialectOf } from '../../server/database/dialect.ts';
import { migrate } from '../../server/database/migrate.ts';
import { foldNewTexts, matchesWords } from '../../server/database/search.ts';
import type { Db } from '../../server/database/types.ts';

const folder = join(import.meta.dirname, '../system/database/release-0.1.0');

/** Fills an empty database with what 0.1.0 stored, opens it with this release, and compares every row. */
export async function openReleaseBefore(db: Db) {
  for (const name of [`${dialectOf(db)}.sql`, 'rows.sql'])
    for (const statement of readFileSync(join(folder, name), 'utf8').trim().split(';\n'))
      await sql.raw(statement).execute(db);
  const filled = readFileSync(join(folder, 'rows.sql'), 'utf8').matchAll(/^insert into (?!kysely)(\w+)/gm);
  const rowsOf = (table: string) => sql<object>`select * from ${sql.table(table)} order by 1, 2`.execute(db);
  const before = new Map<string, object[]>();
  for (const [, table = ''] of filled) before.set(table, (await rowsOf(table)).rows);
  expect(await migrate(db)).toHaveLength(20);
  const names = "aisha o'hara";
  const changed: Record<string, object[]> = {
    applicants: [{ sort_name: names, search_text: `${names} a@b.test\ni grade films` }, { is_read: 1 }],
    jobs: [{ search_text: "colour artist film 'd" }],
  };
  for (const [table, rows] of before) {
    const expected = rows.map((row, index) =>
      expect.objectContaining({ ...row, ...changed[table]?.[index] }),
    );
    expect((await rowsOf(table)).rows, table).toEqual(expected);
  }
  expect(await db.selectFrom('admins').select('role').execute()).toEqual([{ role: 'owner' }]);
  const letters = db
    .selectFrom('applicants')
    .select('id')
    .where(matchesWords(db, 'applicants', ['grade']));
  expect(await letters.execute()).toEqual([{ id: 1 }]);
  await foldNewTexts(db);
  const found = db.selectFrom('search_texts').select(['resource', 'ref']);
  expect(
    await found
      .where(matchesWords(db, 'search_texts', ['hello']))
      .orderBy('id')
      .execute(),
  ).toEqual([
    { resource: 'blog', ref: 7 },
    { resource: 'message', ref: 1 },
  ]);
  const counts = db.selectFrom('applicant_counts').selectAll().where('job_id', '=', -1).orderBy('status');
  expect(await counts.execute()).toEqual([
    { job_id: -1, status: 'new', is_read: 0, total: 1 },
    { job_id: -1, status: 'rejected', is_read: 1, total: 1 },
  ]);
}
