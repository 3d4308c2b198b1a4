import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicantSorts, applicantStatuses } from '#shared/schemas/applicant.ts';
import type { ApplicantFilters } from '../../../../server/content-api/applicants/counts-repository.ts';
import { eventsOf, notesOf } from '../../../../server/content-api/applicants/events-repository.ts';
import { exportApplicants } from '../../../../server/content-api/applicants/export-repository.ts';
import {
  type ApplicantRow,
  findSubmission,
  pageOfApplicants,
  pickApplicants,
  submissionsOf,
} from '../../../../server/content-api/applicants/repository.ts';
import {
  cvFilesOf,
  eraseApplicants,
  retainedBefore,
} from '../../../../server/content-api/applicants/retention-repository.ts';
import type { Db } from '../../../../server/database/types.ts';
import { newReference } from '../../../../server/forms/reference.ts';
import { addApplicant } from '../../../support/engine/applicants-memory.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';
import { expectIndexed, queriesOf } from '../../../support/engine/query-plan.ts';

let db: Db;
beforeAll(async () => {
  db = await emptyDatabase();
  await fill(db, 5_000);
});
afterAll(() => db.destroy());

/** Adds five thousand applicants of twenty jobs by SQL: through forms it would take a minute. */
async function fill(on: Db, many: number): Promise<void> {
  const day = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  for (let from = 0; from < many; from += 500) {
    const people = Array.from({ length: 500 }, (_, at) => from + at);
    await on
      .insertInto('applicants')
      .values(
        people.map((index) => ({
          job_id: index % 21 === 0 ? null : index % 21,
          job_title: 'A job',
          reference: `R${index}`,
          name: `Person ${index}`,
          sort_name: `person ${(index * 7919) % many}`,
          email: `p${index}@applicant.example`,
          email_key: `p${index}@applicant.example`,
          search_text: `person ${index}\np${index}@applicant.example`,
          status: applicantStatuses[index % applicantStatuses.length] ?? 'new',
          rating: index % 6,
          is_read: index % 2,
          submissions_count: 1,
          last_submitted_at: day(index),
          retain_until: '2027-01-01',
          created_at: day(index),
          updated_at: day(index),
        })),
      )
      .execute();
    await on
      .insertInto('applicant_submissions')
      .values(
        people.map((index) => ({
          applicant_id: index + 1,
          number: 1,
          reference: `R${index}`,
          name: `Person ${index}`,
          email: `p${index}@applicant.example`,
          cv_file: `private/cv/${index}`,
          cv_name: 'cv.pdf',
          cv_mime: 'application/pdf',
          cv_size: 1,
          consent_at: day(index),
          created_at: day(index),
        })),
      )
      .execute();
  }
}

const filterCases: [story: string, filters: ApplicantFilters][] = [
  ['everybody', {}],
  ['a status', { status: 'interview' }],
  ['spam', { status: 'spam' }],
  ['the unread', { is_read: '0' }],
  ['a search', { search: 'person 49' }],
  ['a search for signs', { search: '9 8' }],
  ['a search in vain', { search: 'nobody' }],
];
const jobCases: [story: string, filters: ApplicantFilters][] = [
  ['a job', { job_id: 7 }],
  ['no job', { job_id: 'none' }],
  ['a status of a job', { job_id: 7, status: 'new' }],
  ['the unread of a job', { job_id: 7, is_read: '0' }],
];

describe('with 5,000 applicants', () => {
  it.each(filterCases)('a page of %s is read by an index, in its order', async (_story, filters) => {
    for (const sort of applicantSorts) {
      for (const query of await queriesOf(db, (on) => pageOfApplicants(on, 3, filters, sort))) {
        // The result of a filter is sorted, unless the filter's index has that order.
        const sorts =
          'search' in filters ||
          ('status' in filters && sort !== 'unread') ||
          ('is_read' in filters && (sort === 'name' || sort === 'rating'));
        await expectIndexed(db, query, { sorts });
      }
    }
  });

  it.each(jobCases)('a page of %s is read by an index', async (_story, filters) => {
    for (const query of await queriesOf(db, (on) => pageOfApplicants(on, 1, filters))) {
      await expectIndexed(db, query);
      // Only the applicants of the job are read: another job may have thousands.
      const plan = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
      const steps = (await db.executeQuery<{ detail: string }>(plan)).rows;
      for (const { detail } of steps) expect(detail, query.sql).toMatch(/^SEARCH/);
    }
    for (const sort of applicantSorts) {
      for (const query of await queriesOf(db, (on) => pageOfApplicants(on, 1, filters, sort))) {
        await expectIndexed(db, query, { sorts: true });
      }
    }
  });

  it('everything else that belongs to one, or goes with the day, is read by an index', async () => {
    const work = async (on: Db) => {
      await submissionsOf(on, 7);
      await findSubmission(on, 7, 1);
      await notesOf(on, 7);
      await eventsOf(on, 7);
      await retainedBefore(on, '2026-01-01', 10);
      await cvFilesOf(on, [1, 2]);
      await eraseApplicants(on, [-1]);
      await addApplicant(on, { email: 'p7@applicant.example' }, {}, { job: { id: 7, title: 'A job' } });
    };
    for (const query of await queriesOf(db, work)) {
      if (!/^(select|delete|update)/.test(query.sql)) continue;
      await expectIndexed(db, query);
    }
  });

  it('the export reads a range of ids at a time', async () => {
    for (const filters of [...filterCases, ...jobCases].map(([, each]) => each)) {
      const queries = await queriesOf(db, async (on) => {
        for await (const _piece of exportApplicants(on, filters)) if (_piece.includes('R4900')) break;
      });
      for (const query of queries) await expectIndexed(db, query, { sorts: true });
    }
  });

  it('the export has everybody once, read in pieces', async () => {
    let lines = 0;
    let pieces = 0;
    for await (const piece of exportApplicants(db, {})) {
      pieces += 1;
      lines += piece.split('\r\n').length - 1;
    }
    const shown = await pageOfApplicants(db, 1, {});
    expect(lines).toBe(shown.total + 1);
    expect(pieces).toBeGreaterThan(20);
  });
});

describe('a page far from the beginning', () => {
  it.each(applicantSorts)('is the same when it is read from the end: %s', async (sort) => {
    const filters: ApplicantFilters = { status: 'new' };
    const all = await pickApplicants(db, filters).selectAll().execute();
    const pages = Math.ceil(all.length / 10);
    const seen: ApplicantRow[] = [];
    for (let page = 1; page <= pages + 1; page += 1) {
      seen.push(...(await pageOfApplicants(db, page, filters, sort)).data.map(({ applicant }) => applicant));
    }
    const by: Record<typeof sort, (row: ApplicantRow) => string> = {
      unread: (row) => `${row.is_read} ${descending(row.last_submitted_at)}`,
      newest: (row) => descending(row.last_submitted_at),
      oldest: (row) => row.last_submitted_at,
      name: (row) => row.sort_name,
      rating: (row) => `${5 - row.rating} ${descending(row.last_submitted_at)}`,
    };
    const key = by[sort];
    const wanted = all.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
    expect(seen.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  });
});

function descending(at: string): string {
  return String(Number.MAX_SAFE_INTEGER - Date.parse(at));
}

describe('references', () => {
  it('are eight signs that nobody takes for others, and never the same', () => {
    const made = Array.from({ length: 5_000 }, newReference);
    for (const reference of made) expect(reference).toMatch(/^[2346789ABCDEFGHJKMNPQRTWXYZ]{8}$/);
    expect(new Set(made).size).toBe(made.length);
  });
});
