import { type Id, readId } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import {
  type ApplicantSort,
  type ApplicantStatus,
  applicantSorts,
  applicantStatuses,
} from '#shared/schemas/applicant.ts';
import { pageOf } from '../../use-page-number.ts';

/** What the list is narrowed to, in the words of getApplicants. */
export interface ApplicantFilters {
  job_id?: Id | 'none' | undefined;
  status?: ApplicantStatus | undefined;
  search?: string | undefined;
  is_read?: '0' | '1' | undefined;
}

export type ApplicantView = 'list' | 'board';

/** Everything of the Applicants screen that its address holds, so that it survives a reload and can be sent to a colleague. */
export interface ApplicantAddress {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  view: ApplicantView;
  page: number;
  /** The applicant who is open for review. */
  applicant: Id | undefined;
}

export type AddressChange = Partial<Omit<ApplicantAddress, 'filters'>> & { filters?: ApplicantFilters };

/** Reads an address; what it cannot mean falls out, as if it had not been there. */
export function readAddress(search: URLSearchParams): ApplicantAddress {
  const job = search.get('job_id') ?? '';
  const view = search.get('view') === 'board' ? 'board' : 'list';
  return {
    filters: {
      job_id: job === 'none' ? 'none' : readId(job),
      // The board shows every status beside each other.
      status: view === 'board' ? undefined : wordOf(search.get('status'), applicantStatuses),
      search: (search.get('search') ?? '').trim().slice(0, limits.search) || undefined,
      is_read: wordOf(search.get('is_read'), ['0', '1'] as const),
    },
    sort: wordOf(search.get('sort'), applicantSorts) ?? 'unread',
    view,
    page: pageOf(search),
    applicant: readId(search.get('applicant')),
  };
}

/**
 * The address after a change. Other filters, another order or another view begin at the first page; what is as usual is
 * left out; parameters of others stay.
 */
export function changeAddress(before: URLSearchParams, change: AddressChange): URLSearchParams {
  const now = readAddress(before);
  const filters = { ...now.filters, ...change.filters };
  const view = change.view ?? now.view;
  const sort = change.sort ?? now.sort;
  const isSameList = !change.filters && view === now.view && sort === now.sort;
  const page = change.page ?? (isSameList ? now.page : 1);
  const applicant = 'applicant' in change ? change.applicant : now.applicant;
  const next = new URLSearchParams(before);
  const put = (name: string, value: string | number | undefined) => {
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
  };
  put('job_id', filters.job_id);
  put('status', view === 'board' ? undefined : filters.status);
  put('search', filters.search?.trim() || undefined);
  put('is_read', filters.is_read);
  put('sort', sort === 'unread' ? undefined : sort);
  put('view', view === 'list' ? undefined : view);
  put('page', page > 1 && view === 'list' ? page : undefined);
  put('applicant', applicant);
  return next;
}

/** True when anything but the status narrows the list. */
export function isNarrowed({ job_id, search, is_read }: ApplicantFilters): boolean {
  return job_id !== undefined || search !== undefined || is_read !== undefined;
}

/** The filters as a query; what is not set is left out. */
export function filterQuery(filters: ApplicantFilters): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(filters).filter((pair): pair is [string, string | number] => pair[1] !== undefined),
  );
}

function wordOf<Word extends string>(text: string | null, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === text);
}
