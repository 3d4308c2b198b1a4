import type { ApplicantCounts, ApplicantStatus } from '#shared/schemas/applicant.ts';
import { idRanges } from '../../database/id-ranges.ts';
import { createQueryCache } from '../../database/query-cache.ts';
import type { RowId } from '../../database/row-id.ts';
import { matchesWords, wordsOf } from '../../database/search.ts';
import type { Db } from '../../database/types.ts';

export interface ApplicantFilters {
  /** `none`: applicants without a job. */
  job_id?: RowId | 'none';
  /** By default all except spam. */
  status?: ApplicantStatus;
  search?: string;
  is_read?: '0' | '1';
}

/** One search result, or all applicants of this status who are read or unread. */
interface Group {
  status: ApplicantStatus;
  is_read: number;
  total: number;
  id?: RowId;
}

/** The `job_id` of the `applicant_counts` rows for all applicants, and for those without a job (migrations/triggers.ts). */
const everybody = -1;
const withoutJob = 0;

/** Cached results of searches. */
const found = createQueryCache<Group[]>();

/**
 * Counts the applicants that match the filters. `counts` has the numbers by status, to which the filter by status does
 * not apply, so that an admin sees for every status how many applicants it would show. `ids` are the search results, in
 * no particular order; undefined if there is no search. A search is split into several queries, and must not run in a
 * transaction.
 */
export async function countApplicants(db: Db, filters: ApplicantFilters) {
  const { job_id: job, is_read: read, status, search } = filters;
  const words = wordsOf(search ?? '');
  const groups =
    search === undefined
      ? await storedCounts(db, filters)
      : await found(db, [job, read, words], () => lookFor(db, filters, words));
  const counts: ApplicantCounts = {};
  for (const group of groups) counts[group.status] = (counts[group.status] ?? 0) + group.total;
  const shown = groups.filter((group) => (status ? group.status === status : group.status !== 'spam'));
  return {
    counts,
    unread: sumOf(shown.filter((group) => !group.is_read)),
    total: sumOf(shown),
    ids: search === undefined ? undefined : shown.flatMap(({ id }) => id ?? []),
  };
}

/** Selects the applicants that are not deleted, in every status, by all filters except the search. */
export function inAllStatuses(db: Db, { job_id: jobId, is_read: isRead }: ApplicantFilters) {
  let query = db.selectFrom('applicants').where('deleted_at', 'is', null);
  if (jobId === 'none') query = query.where('job_id', 'is', null);
  else if (jobId !== undefined) query = query.where('job_id', '=', jobId);
  if (isRead !== undefined) query = query.where('is_read', '=', Number(isRead));
  return query;
}

function storedCounts(db: Db, { job_id: jobId, is_read: isRead }: ApplicantFilters): Promise<Group[]> {
  return db
    .selectFrom('applicant_counts')
    .select(['status', 'is_read', 'total'])
    .where('job_id', '=', jobId === 'none' ? withoutJob : (jobId ?? everybody))
    .$if(isRead !== undefined, (query) => query.where('is_read', '=', Number(isRead)))
    .orderBy('status')
    .execute();
}

/** SQLite runs in this process and blocks it during a query, so a search is split, and other calls run in between. */
async function lookFor(db: Db, filters: ApplicantFilters, words: readonly string[]) {
  const all: Group[] = [];
  for await (const range of idRanges(db, 'applicants')) {
    const rows = await inAllStatuses(db, filters)
      .select(['id', 'status', 'is_read'])
      .where(matchesWords(db, 'applicants', words, range))
      .where('id', '>=', range.from)
      .where('id', '<=', range.to)
      .execute();
    for (const row of rows) all.push({ ...row, total: 1 });
  }
  return all.sort((one, other) => (one.status < other.status ? -1 : 1));
}

function sumOf(groups: readonly { total: number }[]) {
  return groups.reduce((sum, { total }) => sum + total, 0);
}
