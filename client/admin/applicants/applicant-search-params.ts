import { type Id, readId } from '#shared/id.ts';
import { applicantSorts, applicantStatuses } from '#shared/schemas/applicant.ts';
import { oneOf, readParams, useListParams } from '../shared/list-params.ts';

/** Default number of rows per page. */
export const rowsPerPage = 50;

const readers = {
  job_id: (text: string) => (text === 'none' ? text : readId(text)),
  status: oneOf(applicantStatuses),
  is_read: oneOf(['0', '1']),
  sort: oneOf(applicantSorts),
  view: oneOf(['board']),
  applicant: readId,
};

/**
 * State of the Applicants screen that is stored in the URL, so that it survives a reload and can be sent to a
 * colleague as a link. Invalid values are ignored. The filters are named as the parameters of getApplicants;
 * `applicant` is open for review.
 */
export function readSearchParams(params: URLSearchParams) {
  const { page, per_page, sort, view, applicant, job_id, status, search, is_read } = readParams(
    params,
    readers,
  );
  return {
    // The board shows all statuses side by side, so it has no status filter.
    filters: { job_id, status: view ? undefined : status, search, is_read },
    sort: sort ?? 'newest',
    view: view ?? ('list' as const),
    page,
    perPage: per_page ?? rowsPerPage,
    applicant,
  };
}

export type ApplicantSearchParams = ReturnType<typeof readSearchParams>;
export type ApplicantFilters = ApplicantSearchParams['filters'];

/**
 * The search params of the screen, and functions that change them. Opening an applicant adds one history entry, even
 * if several applicants are opened before the review is closed.
 */
export function useApplicantParams() {
  const { params: search, change, after } = useListParams(readers);
  const params = readSearchParams(search);
  const { page, applicant } = params;
  return {
    params,
    change,
    after,
    open: (id: Id) => {
      if (applicant !== id) change({ page, applicant: id }, { replace: applicant !== undefined });
    },
    close: () => change({ page, applicant: undefined }, { replace: true }),
  };
}
