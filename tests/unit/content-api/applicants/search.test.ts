import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { closedStatuses } from '#shared/schemas/applicant.ts';
import {
  type ApplicantFilters,
  changeApplicants,
  pageOfApplicants,
} from '../../../../server/content-api/applicants/repository.ts';
import { presentListed } from '../../../../server/content-api/applicants/routes.ts';
import type { Admin } from '../../../../server/content-api/auth/accounts.ts';
import { eraseRows } from '../../../../server/content-api/content/versions.ts';
import type { Db } from '../../../../server/database/types.ts';
import { addApplicant, databaseForAll } from '../../../support/engine/in-memory.ts';

let db: Db;
databaseForAll((made) => (db = made));

async function found(search: string, filters: ApplicantFilters = {}) {
  const page = await pageOfApplicants(db, 1, { ...filters, search });
  expect(page.total).toBe(page.data.length);
  return page.data.map(({ applicant }) => applicant.id).sort((one, other) => one - other);
}

describe('a search finds', () => {
  let id: number;
  beforeAll(async () => {
    const texts = {
      name: 'مُحَمَّد علي Çelik',
      email: 'M.Celik+cv@mail.example',
      phone: '+92 91 1234567',
      cover_letter: 'I animate\nfalcons.',
    };
    id = (await addApplicant(db, texts)).id;
    await addApplicant(db, { name: 'Somebody Else', phone: '0300 7654321' });
  });

  it.each([
    ['a part of a word', 'eli'],
    ['words in any order', 'celik محمد'],
    ['another spelling', 'محمد علی'],
    ['vowel marks', 'مُحمَد'],
    ['an accent that is not there', 'célik'],
    ['words of the letter and the name', 'FALCON celik'],
    ['a part of an address', 'celik+cv@mail.ex'],
    ['a phone number as it stands', '+92 91 1234567'],
    ['its digits alone', '911234567'],
    ['digits of another script', '۱۲۳۴۵۶۷'],
    // In a script that does not occur in references, which are random.
    ['one sign and a word', '+ 1234567'],
    ['a word, and a NUL in it', 'ce\u0000lik'],
  ])('%s', async (_what, search) => {
    expect(await found(search)).toEqual([id]);
  });

  it.each([
    'celikk',
    'c*lik',
    'celik OR somebody',
    'celik AND NOT',
    'NEAR(celik محمد)',
    'search_text:celik',
    '"celik',
    'celik"',
    '""',
    "' or 1=1 --",
    '^celik',
    'c%k',
    'c_lik',
    '(celik',
    '\\',
    '\ud800',
    'a@b '.repeat(25),
  ])('nobody by %j, which is no operator', async (search) => {
    expect(await found(search)).toEqual([]);
  });

  it('whoever a quote or a sign belongs to', async () => {
    const quoted = await addApplicant(db, { name: `Dwayne "The Rock" O'Neil (50%)` });
    for (const search of ['"the', '"The Rock"', "o'neil", '(50%)', '"', '%'])
      expect(await found(search)).toEqual([quoted.id]);
  });
});

it('the index follows a further submission, the trash, and erasing', async () => {
  const { id } = await addApplicant(db, { name: 'Zarmina', email: 'z@mail.example', phone: '1110001' });
  await addApplicant(db, { name: 'Zarmina Gul', email: 'Z@mail.example', phone: '2220002' });
  expect(await found('zarmina gul 1110001 2220002')).toEqual([id]);
  await db.transaction().execute((tx) => changeApplicants(tx, [id], 'delete', { name: 'A' } as Admin));
  expect(await found('zarmina')).toEqual([]);
  await db.updateTable('applicants').set({ deleted_at: null }).where('id', '=', id).execute();
  expect(await found('zarmina')).toEqual([id]);
  await db.transaction().execute((tx) => eraseRows(tx, 'applicants', [id]));
  expect(await found('zarmina')).toEqual([]);
  // The index contains nothing of the name any more, not even marked as deleted (sqlite.org, FTS5 §6.11).
  const { rows } = await sql`select v from applicants_search_config where k = 'secure-delete'`.execute(db);
  expect(rows).toEqual([{ v: 1 }]);
  await sql`insert into applicants_search (applicants_search, rank) values ('integrity-check', 1)`.execute(
    db,
  );
});

describe('with thousands of them', () => {
  beforeAll(async () => {
    await sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < 8999),
        people as (select i, case i % 3 when 0 then 'khan' when 1 then 'خان' else 'yousafzai' end || ' ' || i as name,
          strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', ((i * 7919) % 9000) || ' seconds') as at from n)
      insert into applicants (id, job_id, reference, name, sort_name, email, email_key, search_text, status, rating,
        is_read, submissions_count, last_submitted_at, retain_until, created_at, updated_at)
      select 100000 + i * 4 - i % 2, case when i % 5 = 0 then null when i % 5 = 1 then 2 else 1 + i % 40 end, 'S' || i,
        'Ayesha ' || name, 'ayesha ' || name, 's' || i, 's' || i, 'ayesha ' || name || char(10) || 's@mail.example',
        case i % 3 when 0 then 'new' when 1 then 'reviewing' else 'spam' end, i % 6, i % 2, 1, at, '2027-01-01', at, at
      from people`.execute(db);
    await sql`insert into applicant_submissions (applicant_id, number, reference, name, email, cv_file, cv_name, cv_mime,
        cv_size, consent_at, created_at)
      select id, 1, reference, name, email, 'private/' || id, 'cv.pdf', 'x', 1, created_at, created_at
      from applicants where id >= 100000`.execute(db);
  });

  it.each<[string, ApplicantFilters, total: number, unread: number]>([
    ['a third of them', { search: 'خان' }, 3000, 1500],
    ['most of a status', { search: 'ayesha', status: 'reviewing' }, 3000, 1500],
    ['one sign of a status', { search: 'a', status: 'reviewing' }, 3000, 1500],
    ['a few', { search: 'khan 777', is_read: '1' }, 5, 0],
  ])(
    'a search that finds %s has its totals, and its last page in order',
    async (_what, filters, total, unread) => {
      const answer = await pageOfApplicants(db, Math.ceil(total / 10), filters, 'newest');
      expect([answer.total, answer.unread]).toEqual([total, unread]);
      const times = answer.data.map(({ applicant }) => applicant.last_submitted_at);
      expect(times).toEqual(times.toSorted().reverse());
    },
  );
});

const listed = async (search: string) =>
  (await pageOfApplicants(db, 1, { search }, 'oldest')).data.map(presentListed);

it.each([
  { status: 'interview', rows: [{ status: 'interview', is_read: 0, applied_again: 1 }] },
  ...(['rejected', 'withdrawn', 'hired'] as const).map((status) => ({
    status,
    rows: [
      { status, is_read: 1, applied_again: 0 },
      { status: 'new', is_read: 0, applied_again: 1 },
    ],
  })),
] as const)('a further application of who is $status', async ({ status, rows }) => {
  const email = `${status}@again.example`;
  const { id } = await addApplicant(db, { email });
  await db.transaction().execute((tx) => changeApplicants(tx, [id], status, { name: 'Sana' } as Admin));
  expect((await listed(email))[0]?.is_read).toBe(closedStatuses.includes(status) ? 1 : 0);
  await addApplicant(db, { email });
  expect(await listed(email)).toMatchObject(rows);
});
