import { readId } from '#shared/id.ts';
import { applicantSorts, applicantStatuses } from '#shared/schemas/applicant.ts';
import { openerOf, rowsPerPage } from '../shared/inbox.ts';
import { oneOf, readParams, useListParams } from '../shared/list-params.ts';

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

/** The search params of the screen, and functions that change them. */
export function useApplicantParams() {
  const list = useListParams(readers);
  return { ...list, params: readSearchParams(list.params), ...openerOf(list, 'applicant') };
}
