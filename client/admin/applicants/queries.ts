import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallData } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import {
  type ApplicantSort,
  type ApplicantStatus,
  closedStatuses,
  type ListedApplicant,
} from '#shared/schemas/applicant.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { callApi, readApi } from '../../api/call.ts';
import { useDeskCounts } from '../../api/desk-counts.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { makeChange, type OptimisticChange, saveFailureText } from '../../api/optimistic.ts';
import { readAllPages } from '../../api/read-all-pages.ts';
import { conflictOf } from '../../forms/conflict.ts';
import type { SaveContext } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import {
  type ApplicantPage,
  type ApplicantPatch,
  applicantListKey,
  applicantsKey,
  boardKey,
  knownApplicant,
  patchApplicant,
  refreshApplicants,
  refreshCounts,
  refreshHistory,
  singleApplicantKey,
} from './applicant-cache.ts';
import { type ApplicantFilters, filterQuery } from './applicant-search-params.ts';
import { jobLabel } from './labels.ts';

interface ListParams {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  page: number;
  perPage?: number;
}

/**
 * One page of applicants. While `keepsOrder` returns true, visible rows stay in place when the page is refetched,
 * even if they would be sorted elsewhere now, e.g. because an applicant was read.
 */
export function applicantsQuery(
  { filters, sort, page, perPage }: ListParams,
  keepsOrder: () => boolean = () => false,
) {
  const queryKey = [...applicantListKey, filters, sort, page, perPage] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const query = { ...filterQuery(filters), sort, page, per_page: perPage };
      const fresh = await readApi('getApplicants', { query, signal });
      const shown = client.getQueryData<ApplicantPage>(queryKey);
      return shown && fresh.data.length > 0 && keepsOrder()
        ? { ...fresh, data: inShownOrder(shown.data, fresh.data) }
        : fresh;
    },
  });
}

/** Shows the previous page while another page loads. Makes no call while `shown` is false. */
export function useApplicants(params: ListParams, keepsOrder: () => boolean, shown: boolean) {
  return useQuery({
    ...applicantsQuery(params, keepsOrder),
    placeholderData: keepPreviousData,
    enabled: shown,
  });
}

/**
 * Refetches the lists when the number of unread applicants in `useDeskCounts` grows, because a new application has
 * arrived.
 */
export function useNewApplicants(): void {
  const queries = useQueryClient();
  const unread = useDeskCounts()?.unread_applicants;
  const before = useRef(unread);
  useEffect(() => {
    if (unread !== undefined && before.current !== undefined && unread > before.current)
      refreshApplicants(queries);
    before.current = unread;
  }, [unread, queries]);
}

/**
 * Returns the new rows in an order that leaves the shown rows in place: shown rows come first, each with its new data
 * (or its old data, if the page no longer contains it), then the rows that were not shown.
 */
function inShownOrder<Row extends { id: Id }>(shown: readonly Row[], fresh: readonly Row[]): Row[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map((row) => row.id));
  return [...shown.map((row) => byId.get(row.id) ?? row), ...fresh.filter((row) => !known.has(row.id))];
}

interface ColumnParams {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  status: ApplicantStatus;
}

/** The applicants of one status, page by page. */
export function boardColumnQuery({ filters, sort, status }: ColumnParams) {
  return infiniteQueryOptions({
    queryKey: [...boardKey, filters, sort, status] as const,
    queryFn: ({ signal, pageParam }) =>
      readApi('getApplicants', { query: { ...filterQuery(filters), sort, status, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page: page, last_page: last }) => (page < last ? page + 1 : undefined),
  });
}

export function useBoardColumn(column: ColumnParams) {
  return useInfiniteQuery(boardColumnQuery(column));
}

/**
 * One applicant with all submissions. The call marks the applicant as read, so it is only made when an admin opens
 * the applicant: no prefetch, and no refetch when the window gets the focus.
 */
function singleApplicantQuery(id: Id) {
  return queryOptions({
    queryKey: singleApplicantKey(id),
    queryFn: async ({ signal, client }) => {
      const applicant = await readApi('getSingleApplicant', { params: { id }, signal });
      // While a change of the applicant is being saved, the read state (`is_read`) on the screen is newer than that
      // of this answer.
      if (client.isMutating({ mutationKey: changesOf(id) }) === 0)
        patchApplicant(client, id, { is_read: applicant.is_read });
      refreshCounts(client);
      return applicant;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useSingleApplicant(id: Id) {
  const isOffered = useHostSupports('getSingleApplicant') !== false;
  return useQuery({ ...singleApplicantQuery(id), enabled: isOffered });
}

/** Every job, for the filter of applicants. */
const jobChoicesQuery = queryOptions({
  queryKey: ['jobChoices'],
  queryFn: async ({ signal }) => {
    const { data, complete } = await readAllPages((page) => readApi('getJobs', { query: { page }, signal }));
    return { jobs: data.map(({ id, title }) => ({ id, title })), complete };
  },
  staleTime: 60_000,
});

export function useJobChoices() {
  return useQuery(jobChoicesQuery);
}

/** Returns a function that names an application's job, by its title even where the host sends only its id. */
export function useJobLabel(): typeof jobLabel {
  const { data } = useQuery({ ...jobChoicesQuery, enabled: false });
  return (applicant) => {
    const { job_id: id, job_title: title } = applicant;
    const known = title || !id ? undefined : data?.jobs.find((job) => job.id === id)?.title;
    return jobLabel(known ? { job_id: id, job_title: known } : applicant);
  };
}

/** Changes to an applicant that need no form. */
interface ApplicantChange {
  status?: ApplicantStatus;
  /** Reason of a rejection. */
  reject_reason?: string;
  rating?: number;
  is_read?: 0 | 1;
}

const changesKey = ['updateApplicantStatus'] as const;
const changesOf = (id: Id) => [...changesKey, id] as const;

/**
 * Changes an applicant, and shows the change immediately. Several changes of one applicant are sent one after the
 * other, each with the version that the previous one created, so that a conflict always comes from another admin's
 * change. Returns true when the change was saved; after a failure, a toast has shown the error.
 */
export async function changeApplicant(
  queries: QueryClient,
  { id, name }: Pick<ListedApplicant, 'id' | 'name'>,
  change: ApplicantChange,
): Promise<boolean> {
  try {
    await makeChange(queries, changeOf(queries, id, name), change);
    return true;
  } catch {
    // The error needs no handling here: the request helper has logged it, and `onFailed` has reported it.
    return false;
  }
}

function changeOf(
  queries: QueryClient,
  id: Id,
  name: string,
): OptimisticChange<ApplicantChange, CallData<'updateApplicantStatus'>> {
  return {
    mutationKey: changesOf(id),
    family: changesKey,
    reads: applicantsKey,
    show: (change) => {
      const known = knownApplicant(queries, id);
      const patch = patchOf(change);
      patchApplicant(queries, id, patch);
      return () => patchApplicant(queries, id, known ? valuesBefore(known, patch) : {});
    },
    send: async (change) => {
      if (change.is_read === 0) await recordSettled(queries, id);
      const body = { ...change, updated_at: knownApplicant(queries, id)?.updated_at };
      const answer = await callApi('updateApplicantStatus', { params: { id }, body });
      if (answer.status === 1 && answer.data) return answer.data;
      throw new ApiError('request.failed', 200, { ...(answer.message && { message: answer.message }) });
    },
    // While another change of the same applicant waits, the screen already shows that change, so only the version
    // (`updated_at`) is taken from this answer.
    onSaved: ({ status, reject_reason, rating, is_read, retain_until, updated_at }, _change, isLast) => {
      const saved = { status, reject_reason, rating, is_read, retain_until };
      patchApplicant(queries, id, { ...(isLast && saved), updated_at });
    },
    onFailed: (error) => notify.error(failureText(error, name)),
    refresh: () => {
      refreshApplicants(queries);
      refreshHistory(queries, id);
    },
  };
}

/**
 * Resolves when no read of the record is in progress. A read that reached the server after "mark as unread" would
 * mark the applicant as read again.
 */
async function recordSettled(queries: QueryClient, id: Id): Promise<void> {
  const record = queries.getQueryCache().find({ queryKey: singleApplicantKey(id) });
  if (record?.state.fetchStatus === 'fetching') await record.promise?.catch(() => undefined);
}

function patchOf(change: ApplicantChange): ApplicantPatch {
  // The server deletes the reason when a rejected applicant gets another status.
  const { status } = change;
  return {
    // The server marks an applicant whose application has ended as read.
    ...(status && closedStatuses.includes(status) && { is_read: 1 }),
    ...change,
    ...(status && status !== 'rejected' && { reject_reason: null }),
  };
}

function valuesBefore(known: ListedApplicant, change: ApplicantPatch): ApplicantPatch {
  return {
    ...(change.status !== undefined && { status: known.status, reject_reason: known.reject_reason }),
    ...(change.rating !== undefined && { rating: known.rating }),
    ...(change.is_read !== undefined && { is_read: known.is_read }),
  };
}

function failureText(error: unknown, name: string): string {
  if (conflictOf(error)) return saveFailureText(error, name);
  return textOf('applicant.notChanged', { name, reason: translateError(error).message });
}

/** Saves a form's change of an applicant, and shows it in all cached queries. */
export async function saveChange(
  queries: QueryClient,
  id: Id,
  change: Record<string, unknown>,
  { signal, version }: Pick<SaveContext, 'signal' | 'version'>,
): Promise<Envelope<CallData<'updateApplicantStatus'>>> {
  const body = { ...change, updated_at: version };
  const answer = await callApi('updateApplicantStatus', { params: { id }, body, signal });
  if (answer.status !== 1 || !answer.data) return answer;
  const { status, reject_reason, rating, is_read, retain_until, updated_at } = answer.data;
  patchApplicant(queries, id, { status, reject_reason, rating, is_read, retain_until, updated_at });
  refreshApplicants(queries);
  refreshHistory(queries, id);
  return answer;
}
