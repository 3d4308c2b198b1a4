import { setImmediate } from 'node:timers/promises';
import { byteOrderMark, csvLine } from '#shared/csv.ts';
import { applicant, sentFields } from '#shared/entities/applicant.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { ApplicantFilters } from './counts-repository.ts';
import { pickApplicants } from './repository.ts';

/** Ids looked at at once: a few milliseconds, and the file is never whole in memory. */
const batch = 200;

/** The fields of an applicant and of their first submission, by the headings of their columns. */
const columns = {
  Reference: 'reference',
  Name: 'name',
  Email: 'email',
  Phone: 'phone',
  City: 'city',
  Job: 'job_title',
  Status: 'status',
  'Reason for rejection': 'reject_reason',
  Rating: 'rating',
  Read: 'is_read',
  Source: 'source',
  Portfolio: 'portfolio_url',
  LinkedIn: 'linkedin_url',
  CV: 'cv_name',
  Submissions: 'submissions_count',
  Applied: 'created_at',
  'Last submission': 'last_submitted_at',
  'Kept until': 'retain_until',
} as const satisfies Record<string, keyof typeof applicant.fields>;
const names = Object.values(columns);
type Cell = string | number | null;

/**
 * All applicants that the filters leave, as a CSV file, the newest first. Who comes while it is read is not in it. Others get their
 * turn between its pieces, and it goes no further than somebody reads.
 */
export async function* exportApplicants(db: Db, filters: ApplicantFilters): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(Object.keys(columns));
  for (let last = await lastIdBefore(db); last !== undefined; ) {
    const first = last - batch + 1;
    const rows = await exportedRows(db, filters, first, last);
    if (rows.length > 0)
      yield rows.map((row) => csvLine(names.map((name) => cellOf(name, row[name])))).join('');
    last = await lastIdBefore(db, first);
    await setImmediate();
  }
}

/** What is erased leaves gaps, which may be long. */
async function lastIdBefore(db: Db, id: RowId = Number.MAX_SAFE_INTEGER): Promise<RowId | undefined> {
  const row = await db
    .selectFrom('applicants')
    .select('id')
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

async function exportedRows(
  db: Db,
  filters: ApplicantFilters,
  first: RowId,
  last: RowId,
): Promise<Record<(typeof names)[number], Cell>[]> {
  const rows = await pickApplicants(db, filters)
    .innerJoin('applicant_submissions as sent', (join) =>
      join.onRef('sent.applicant_id', '=', 'applicants.id').on('sent.number', '=', 1),
    )
    .select(names.map((name) => (name in sentFields ? `sent.${name}` : `applicants.${name}`) as 'sent.name'))
    .where('applicants.id', '>=', first)
    .where('applicants.id', '<=', last)
    .orderBy('applicants.id', 'desc')
    .execute();
  // Kysely cannot type a list of names.
  return rows as unknown as Record<(typeof names)[number], Cell>[];
}

function cellOf(name: (typeof names)[number], value: Cell): Cell {
  return applicant.fields[name].kind === 'flag' ? (value ? 'yes' : 'no') : value;
}
