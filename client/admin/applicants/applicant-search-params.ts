import { type Id, readId } from '#shared/id.ts';
import {
  type ApplicantSort,
  type ApplicantStatus,
  applicantSorts,
  applicantStatuses,
} from '#shared/schemas/applicant.ts';
import { changed, oneOf, readParams } from '../shared/list-params.ts';

/** Default number of rows per page. */
export const rowsPerPage = 50;

/** Filters of the list; the properties are named as the parameters of getApplicants. */
export interface ApplicantFilters {
  job_id?: Id | 'none';
  status?: ApplicantStatus;
  search?: string;
  is_read?: '0' | '1';
}

export type ApplicantView = 'list' | 'board';

/**
 * State of the Applicants screen that is stored in the URL, so that it survives a reload and can be sent to a
 * colleague as a link.
 */
export interface ApplicantSearchParams {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  view: ApplicantView;
  page: number;
  /** Number of rows per page. */
  perPage: number;
  /** Id of the applicant who is open for review. */
  applicant: Id | undefined;
}

export type SearchParamsChange = Partial<Omit<ApplicantSearchParams, 'filters' | 'perPage'>> & {
  filters?: ApplicantFilters;
};

const readers = {
  job_id: (text: string) => (text === 'none' ? text : readId(text)),
  status: oneOf(applicantStatuses),
  is_read: oneOf(['0', '1']),
  sort: oneOf(applicantSorts),
  view: oneOf(['board']),
  applicant: readId,
};

/** Reads the search params. Invalid values are ignored. */
export function readSearchParams(params: URLSearchParams): ApplicantSearchParams {
  const { page, per_page, sort, view, applicant, job_id, status, search, is_read } = readParams(
    params,
    readers,
  );
  return {
    // The board shows all statuses side by side, so it has no status filter.
    filters: { job_id, status: view ? undefined : status, search, is_read },
    sort: sort ?? 'newest',
    view: view ?? 'list',
    page,
    perPage: per_page ?? rowsPerPage,
    applicant,
  };
}

/**
 * Returns the search params after a change. A change of filters, order or view goes back to the first page. Default
 * values are left out. Params that this screen does not know are retained.
 */
export function changeSearchParams(before: URLSearchParams, change: SearchParamsChange): URLSearchParams {
  const now = readSearchParams(before);
  const filters = { ...now.filters, ...change.filters };
  const view = change.view ?? now.view;
  const sort = change.sort ?? now.sort;
  const isSameList = !change.filters && view === now.view && sort === now.sort;
  const page = change.page ?? (isSameList ? now.page : 1);
  const applicant = 'applicant' in change ? change.applicant : now.applicant;
  return changed(before, {
    job_id: filters.job_id,
    status: view === 'board' ? undefined : filters.status,
    search: filters.search?.trim() || undefined,
    is_read: filters.is_read,
    sort: sort === 'newest' ? undefined : sort,
    view: view === 'list' ? undefined : view,
    page: view === 'list' ? page : 1,
    applicant,
  });
}

/** Returns true if a filter other than the status is set. */
export function isNarrowed({ job_id, search, is_read }: ApplicantFilters): boolean {
  return job_id !== undefined || search !== undefined || is_read !== undefined;
}

/** Converts the filters to the query of a call; unset filters are left out. */
export function filterQuery(filters: ApplicantFilters): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(filters).filter((pair): pair is [string, string | number] => pair[1] !== undefined),
  );
}
