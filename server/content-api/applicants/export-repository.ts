import { setImmediate } from 'node:timers/promises';
import { byteOrderMark, csvLine } from '#shared/csv.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { ApplicantFilters } from './counts-repository.ts';
import { pickApplicants } from './repository.ts';

/** Ids looked at at once: a few milliseconds, and the file is never whole in memory. */
const batch = 200;

type ExportedRow = Awaited<ReturnType<typeof exportedRows>>[number];

/** The columns, by their headings. */
const columns: Record<string, (row: ExportedRow) => string | number | null> = {
  Reference: (row) => row.reference,
  Name: (row) => row.name,
  Email: (row) => row.email,
  Phone: (row) => row.phone,
  City: (row) => row.city,
  Job: (row) => row.job_title,
  Status: (row) => row.status,
  'Reason for rejection': (row) => row.reject_reason,
  Rating: (row) => row.rating,
  Read: (row) => (row.is_read ? 'yes' : 'no'),
  Source: (row) => row.source,
  Portfolio: (row) => row.portfolio_url,
  LinkedIn: (row) => row.linkedin_url,
  CV: (row) => row.cv_name,
  Submissions: (row) => row.submissions_count,
  Applied: (row) => row.created_at,
  'Last submission': (row) => row.last_submitted_at,
  'Kept until': (row) => row.retain_until,
};

/**
 * All applicants that the filters leave, as a CSV file, the newest first. Who comes while it is read is not in it. Others get their
 * turn between its pieces, and it goes no further than somebody reads.
 */
export async function* exportApplicants(db: Db, filters: ApplicantFilters): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(Object.keys(columns));
  const cells = Object.values(columns);
  for (let last = await lastIdBefore(db); last !== undefined; ) {
    const first = last - batch + 1;
    const rows = await exportedRows(db, filters, first, last);
    if (rows.length > 0) yield rows.map((row) => csvLine(cells.map((read) => read(row)))).join('');
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

function exportedRows(db: Db, filters: ApplicantFilters, first: RowId, last: RowId) {
  return pickApplicants(db, filters)
    .innerJoin('applicant_submissions as sent', (join) =>
      join.onRef('sent.applicant_id', '=', 'applicants.id').on('sent.number', '=', 1),
    )
    .select([
      'sent.reference',
      'sent.name',
      'sent.email',
      'sent.phone',
      'sent.city',
      'sent.source',
      'sent.portfolio_url',
      'sent.linkedin_url',
      'sent.cv_name',
      'job_title',
      'status',
      'reject_reason',
      'rating',
      'is_read',
      'submissions_count',
      'last_submitted_at',
      'retain_until',
      'applicants.created_at',
    ])
    .where('applicants.id', '>=', first)
    .where('applicants.id', '<=', last)
    .orderBy('applicants.id', 'desc')
    .execute();
}
