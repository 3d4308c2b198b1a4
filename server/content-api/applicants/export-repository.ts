import type { Db } from '../database/types.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import {
  type ApplicantFilters,
  type ApplicantWithFirst,
  matchingApplicants,
  withFirst,
} from './repository.ts';

/** Applicants read at once: the file is never whole in memory. */
const batch = 200;

/** The columns, by their headings. */
const columns: Record<string, (row: ApplicantWithFirst) => string | number | null> = {
  Reference: ({ first }) => first.reference,
  Name: ({ first }) => first.name,
  Email: ({ first }) => first.email,
  Phone: ({ first }) => first.phone,
  City: ({ first }) => first.city,
  Job: ({ applicant }) => applicant.job_title,
  Status: ({ applicant }) => applicant.status,
  'Reason for rejection': ({ applicant }) => applicant.reject_reason,
  Rating: ({ applicant }) => applicant.rating,
  Read: ({ applicant }) => (applicant.is_read ? 'yes' : 'no'),
  Source: ({ first }) => first.source,
  Portfolio: ({ first }) => first.portfolio_url,
  LinkedIn: ({ first }) => first.linkedin_url,
  CV: ({ first }) => first.cv_name,
  Submissions: ({ applicant }) => applicant.submissions_count,
  Applied: ({ applicant }) => applicant.created_at,
  'Last submission': ({ applicant }) => applicant.last_submitted_at,
  'Kept until': ({ applicant }) => applicant.retain_until,
};

/** All applicants that the filters leave, as a CSV file, the newest first. Who comes while it is read is not in it. */
export async function* exportApplicants(db: Db, filters: ApplicantFilters): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(Object.keys(columns));
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const applicants = await matchingApplicants(db, filters)
      .selectAll()
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(batch)
      .execute();
    const rows = await withFirst(db, applicants);
    yield rows.map((row) => csvLine(Object.values(columns).map((read) => read(row)))).join('');
    const last = applicants.at(-1);
    if (!last || applicants.length < batch) return;
    before = last.id;
  }
}
