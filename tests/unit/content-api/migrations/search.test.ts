import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countApplicants } from '../../../../server/content-api/applicants/counts-repository.ts';
import { pageOfJobs } from '../../../../server/content-api/jobs/repository.ts';
import { migrate } from '../../../../server/database/migrate.ts';
import { migrations } from '../../../../server/database/migrations/index.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import type { Db } from '../../../../server/database/types.ts';

let db: Db;
beforeEach(async () => {
  db = openSqlite(':memory:');
  const before = Object.entries(migrations).filter(([name]) => name < '0014');
  await migrate(db, { provided: Object.fromEntries(before) });
});
afterEach(() => db.destroy());

const at = '2026-01-01T00:00:00.000Z';
const many = 1_200;

/** Rows as the previous release wrote them: folded, but with the letters of the visitor's keyboard. */
async function fill(): Promise<void> {
  for (let number = 1; number <= many; number += 1) {
    const name = number % 2 ? 'علي' : 'khan';
    const status = number % 10 === 0 ? 'spam' : 'new';
    await sql`insert into applicants (id, job_id, reference, name, sort_name, email, email_key, search_text, status,
        rating, is_read, submissions_count, last_submitted_at, retain_until, deleted_at, created_at, updated_at)
      values (${number * 3}, ${number % 4 || null}, ${`R${number}`}, ${name}, ${name}, 'a@b.example', 'a@b.example',
        ${`${name}\na@b.example\n\n\nr${number}`}, ${status}, 0, ${number % 2}, 1, ${at}, '2027-01-01',
        ${number === 7 ? at : null}, ${at}, ${at})`.execute(db);
  }
  await sql`insert into jobs (id, title, slug, department, employment_type, location_type, show_salary, openings,
      status, v_order, search_text, created_at, updated_at, description)
    values (5, 'كاتب', 'k', 'D', 'OTHER', 'remote', 0, 1, 'draft', 0, 'كاتب', ${at}, ${at}, '')`.execute(db);
}

it('finds and counts who was there before it', async () => {
  await fill();
  await migrate(db);
  // Both spellings of the name, in the stored text and in the search.
  expect((await countApplicants(db, { search: 'علي' })).total).toBe(many / 2 - 1);
  expect((await countApplicants(db, { search: 'علی r1199' })).total).toBe(1);
  const all = await countApplicants(db, {});
  expect(all).toMatchObject({ counts: { new: many * 0.9 - 1, spam: many / 10 }, total: many * 0.9 - 1 });
  expect((await countApplicants(db, { job_id: 'none' })).counts).toEqual({ new: 240, spam: 60 });
  expect((await countApplicants(db, { job_id: 3, is_read: '0' })).total).toBe(0);
  expect((await pageOfJobs(db, 1, { search: 'کاتب' })).data.map(({ id }) => id)).toEqual([5]);
  await sql`insert into applicants_search (applicants_search, rank) values ('integrity-check', 1)`.execute(
    db,
  );
});

it('makes nothing of a database without rows', async () => {
  await migrate(db);
  expect(await countApplicants(db, { search: 'khan' })).toMatchObject({ counts: {}, total: 0 });
});
