import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeApplicants } from '../../../../server/content-api/applicants/changes-repository.ts';
import {
  type ApplicantFilters,
  countApplicants,
} from '../../../../server/content-api/applicants/counts-repository.ts';
import { pageOfApplicants } from '../../../../server/content-api/applicants/repository.ts';
import { eraseApplicants } from '../../../../server/content-api/applicants/retention-repository.ts';
import { fold } from '../../../../server/database/case-folding.ts';
import type { Db } from '../../../../server/database/types.ts';
import { addApplicant } from '../../../support/engine/applicants-memory.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';
import { expectIndexed, queriesOf } from '../../../support/engine/query-plan.ts';

let db: Db;
beforeAll(async () => {
  db = await emptyDatabase();
});
afterAll(() => db.destroy());

async function found(search: string, filters: ApplicantFilters = {}): Promise<number[]> {
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
    ['capital letters', 'ÇELIK'],
    ['words of the letter and the name', 'FALCON celik'],
    ['a part of an address', 'celik+cv@mail.ex'],
    ['a phone number as it stands', '+92 91 1234567'],
    ['its digits alone', '911234567'],
    ['digits of another script', '۱۲۳۴۵۶۷'],
    // In a script that does not occur in references, which are random.
    ['two letters', 'حم'],
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

  it('everybody, when nothing but vowel marks is asked for', async () => {
    expect((await found('\u064e')).length).toBe((await pageOfApplicants(db, 1, {})).total);
  });
});

describe('the index follows', () => {
  it('a further submission, the trash, and erasing', async () => {
    const { id } = await addApplicant(db, { name: 'Zarmina', email: 'z@mail.example', phone: '1110001' });
    await addApplicant(db, { name: 'Zarmina Gul', email: 'Z@mail.example', phone: '2220002' });
    expect(await found('zarmina gul 1110001 2220002')).toEqual([id]);
    await db.transaction().execute((tx) => changeApplicants(tx, [id], 'delete', 'A'));
    expect(await found('zarmina')).toEqual([]);
    await db.updateTable('applicants').set({ deleted_at: null }).where('id', '=', id).execute();
    expect(await found('zarmina')).toEqual([id]);
    await db.transaction().execute((tx) => eraseApplicants(tx, [id]));
    expect(await found('zarmina')).toEqual([]);
    // The index contains nothing of the name any more, not even marked as deleted (sqlite.org, FTS5 §6.11).
    const { rows } = await sql`select v from applicants_search_config where k = 'secure-delete'`.execute(db);
    expect(rows).toEqual([{ v: 1 }]);
    await sql`insert into applicants_search (applicants_search, rank) values ('integrity-check', 1)`.execute(
      db,
    );
  });
});

describe('with thousands of them', () => {
  const many = 9_000;
  const names = ['Khan', 'خان', 'Yousafzai'];
  beforeAll(async () => {
    const rows = Array.from({ length: many }, (_, index) => {
      const name = `Ayesha ${names[index % 3]} ${index}`;
      const at = new Date(Date.UTC(2026, 0, 1) + ((index * 7919) % many) * 1000).toISOString();
      return {
        id: 100_000 + index * (index % 2 ? 3 : 1),
        job_id: index % 5 === 0 ? null : 1 + (index % 5 === 1 ? 1 : index % 40),
        reference: `S${index}`,
        name,
        sort_name: fold(name),
        email: `s${index}@mail.example`,
        email_key: `s${index}@mail.example`,
        search_text: `${fold(name)}\ns${index}@mail.example`,
        status: (['new', 'reviewing', 'spam'] as const)[index % 3] ?? 'new',
        rating: index % 6,
        is_read: index % 2,
        submissions_count: 1,
        last_submitted_at: at,
        retain_until: '2027-01-01',
        created_at: at,
        updated_at: at,
      };
    });
    const seen = new Set<number>();
    const unique = rows.filter(({ id }) => !seen.has(id) && seen.add(id));
    for (let from = 0; from < unique.length; from += 500) {
      const some = unique.slice(from, from + 500);
      await db.insertInto('applicants').values(some).execute();
      await sql`insert into applicant_submissions (applicant_id, number, reference, name, email, cv_file, cv_name,
          cv_mime, cv_size, consent_at, created_at)
        select id, 1, reference, name, email, 'private/' || id, 'cv.pdf', 'x', 1, created_at, created_at
        from applicants where id >= ${some[0]?.id} and not exists
          (select 1 from applicant_submissions where applicant_id = applicants.id)`.execute(db);
    }
  });

  it.each<[string, ApplicantFilters]>([
    ['most of them', { search: 'mail.example' }],
    ['everybody', { search: '@' }],
    ['a third of them', { search: 'خان' }],
    ['most of a status', { search: 'ayesha', status: 'reviewing' }],
    ['one sign', { search: 'k' }],
    ['most of a status, by one sign', { search: 'a', status: 'new' }],
    ['a few', { search: 'ayesha 777' }],
    ['nobody', { search: 'ayesha qqqq' }],
    ['most of a job', { search: 'mail.example', job_id: 2 }],
    ['a few of a job', { search: 'khan 12', job_id: 7, is_read: '1' }],
    ['those without a job', { search: 'ayesha', job_id: 'none' }],
  ])('a search that finds %s has its totals, and every page in order', async (_what, filters) => {
    const { search = '', status, job_id: job, is_read: read } = filters;
    const all = await db.selectFrom('applicants').selectAll().where('deleted_at', 'is', null).execute();
    const matching = all
      .filter((row) => job === undefined || row.job_id === (job === 'none' ? null : job))
      .filter((row) => read === undefined || row.is_read === Number(read))
      .filter((row) => search.split(' ').every((word) => row.search_text.includes(word)));
    const shown = matching.filter((row) => (status ? row.status === status : row.status !== 'spam'));
    const wanted = shown
      .toSorted((a, b) => (`${a.last_submitted_at}${a.id}` < `${b.last_submitted_at}${b.id}` ? 1 : -1))
      .map(({ id }) => id);
    const last = Math.max(1, Math.ceil(wanted.length / 10));
    for (const page of new Set([1, 2, Math.ceil(last / 2), last - 1, last, last + 1])) {
      if (page < 1) continue;
      const answer = await pageOfApplicants(db, page, filters, 'newest');
      expect(answer.total).toBe(wanted.length);
      expect(answer.data.map(({ applicant }) => applicant.id)).toEqual(
        wanted.slice((page - 1) * 10, page * 10),
      );
      expect(answer.unread).toBe(shown.filter((row) => !row.is_read).length);
      const counts: Record<string, number> = {};
      for (const row of matching) counts[row.status] = (counts[row.status] ?? 0) + 1;
      expect(answer.counts).toEqual(counts);
    }
  });

  it('a status that most have is read in the order that is asked for, and not sorted', async () => {
    const read = (on: Db) => pageOfApplicants(on, 1, { status: 'new' }, 'name');
    for (const query of await queriesOf(db, read)) await expectIndexed(db, query);
    const first = (await read(db)).data.map(({ applicant }) => applicant.sort_name);
    expect(first).toEqual(first.toSorted());
  });

  it('is not answered from what was found before something was written', async () => {
    const before = await countApplicants(db, { search: 'ayesha' });
    await addApplicant(db, { name: 'Ayesha Neu' });
    expect((await countApplicants(db, { search: 'ayesha' })).total).toBe(before.total + 1);
  });
});

it('the counts are those of the table, whatever happens to its rows', async () => {
  const own = await emptyDatabase();
  const columns = fc.oneof(
    fc.record({ job_id: fc.constantFrom(null, 1, 2) }),
    fc.record({ status: fc.constantFrom('new' as const, 'spam' as const, 'hired' as const) }),
    fc.record({ is_read: fc.constantFrom(0, 1) }),
    fc.record({ deleted_at: fc.constantFrom(null, '2026-01-01') }),
    fc.constant('erase' as const),
  );
  const change = fc.record({ id: fc.integer({ min: 1, max: 40 }), columns });
  for (let people = 0; people < 6; people += 1) await addApplicant(own);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
      await addApplicant(own);
      for (const { id, columns } of changes) {
        if (columns === 'erase') await own.deleteFrom('applicants').where('id', '=', id).execute();
        else await own.updateTable('applicants').set(columns).where('id', '=', id).execute();
      }
      const { rows } = await sql`
        select coalesce(job_id, 0) as job_id, status, is_read, count(*) as total from applicants
          where deleted_at is null group by 1, 2, 3
        union all select -1, status, is_read, count(*) from applicants where deleted_at is null group by 2, 3
        order by 1, 2, 3`.execute(own);
      const kept = await own
        .selectFrom('applicant_counts')
        .selectAll()
        .orderBy('job_id')
        .orderBy('status')
        .orderBy('is_read')
        .execute();
      expect(kept).toEqual(rows);
    }),
    { seed: 11, numRuns: 80 },
  );
  await own.destroy();
});
