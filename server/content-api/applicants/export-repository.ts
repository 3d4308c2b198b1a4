import { setImmediate } from 'node:timers/promises';
import { byteOrderMark, csvLine } from '#shared/csv.ts';
import { applicant, sentFields } from '#shared/entities/applicant.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { type ApplicantFilters, pickApplicants } from './repository.ts';

/** Number of rows that one query reads. That takes a few milliseconds, and the whole file is never in memory. */
const batch = 200;

/** The exported fields of an applicant and of their first submission, by column heading. */
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
 * Yields all applicants that match the filters as a CSV file, newest first. Applicants who arrive meanwhile are left
 * out. Other calls run between the batches, and a batch is read only when the receiver is ready for it.
 */
export async function* exportApplicants(db: Db, filters: ApplicantFilters): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(Object.keys(columns));
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await exportedRows(db, filters, before);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => csvLine(names.map((name) => cellOf(name, row[name])))).join('');
    before = last.id;
    await setImmediate();
  }
}

async function exportedRows(db: Db, filters: ApplicantFilters, before: RowId) {
  const rows = await pickApplicants(db, filters)
    .innerJoin('applicant_submissions as sent', (join) =>
      join.onRef('sent.applicant_id', '=', 'applicants.id').on('sent.number', '=', 1),
    )
    .select(names.map((name) => (name in sentFields ? `sent.${name}` : `applicants.${name}`) as 'sent.name'))
    .select('applicants.id')
    .where('applicants.id', '<', before)
    .orderBy('applicants.id', 'desc')
    .limit(batch)
    .execute();
  // Kysely cannot type a selection by a list of column names, so the type is stated here.
  return rows as unknown as (Record<(typeof names)[number], Cell> & { id: RowId })[];
}

function cellOf(name: (typeof names)[number], value: Cell) {
  return applicant.fields[name].kind === 'flag' ? (value ? 'yes' : 'no') : value;
}
