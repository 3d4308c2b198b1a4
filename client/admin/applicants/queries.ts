import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallData, CallName } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import {
  type ApplicantSort,
  type ApplicantStatus,
  applicantStatuses,
  closedStatuses,
  type ListedApplicant,
} from '#shared/schemas/applicant.ts';
import { type BoardStage, boardStages } from '#shared/schemas/desk.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { translateError } from '../../api/api-error.ts';
import { type CallOptions, readApi } from '../../api/call.ts';
import { callQuery, wholeQuery } from '../../api/call-query.ts';
import { useDeskCounts } from '../../api/desk-status.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';
import {
  dropRows,
  knownRow,
  makeChange,
  patchRow,
  rowChange,
  saveChange,
  saveFailureText,
} from '../../api/optimistic.ts';
import { conflictOf } from '../../forms/conflict.ts';
import { notify } from '../../ui/toast.ts';
import { distinct, keptInPlace, rowsPerPage } from '../shared/OpenRecord.tsx';
import { useOnChange } from '../shared/use-on-change.ts';
import { jobLabel } from './labels.ts';

type ApplicantPage = CallData<'getApplicants'>;

/** Query key prefixes of all queries that contain applicants, and of those that list them. */
const applicantsKey = ['applicants'] as const;
const listsKey = [...applicantsKey, 'lists'] as const;
const singleKey = (id: Id) => [...applicantsKey, 'single', id] as const;

interface ListParams {
  /** The filters of the screen, by the names of the call's parameters. */
  filters: CallOptions['query'] & { job_id?: Id | 'none' };
  sort: ApplicantSort;
  page: number;
  perPage?: number;
}

/** One page of applicants. While `keepsOrder` returns true, its rows stay in place when it is read again. */
export function applicantsQuery(
  { filters, sort, page, perPage }: ListParams,
  keepsOrder: () => boolean = () => false,
) {
  const queryKey = [...listsKey, filters, sort, page, perPage] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const query = { ...filters, sort, page, per_page: perPage };
      const fresh = await readApi('getApplicants', { query, signal });
      const stays = keepsOrder() ? () => true : undefined;
      return keptInPlace(client.getQueryData<ApplicantPage>(queryKey), fresh, stays);
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * Refetches the lists when the number of unread applicants in `useDeskCounts` grows, because a new application has
 * arrived.
 */
export function useNewApplicants() {
  const queries = useQueryClient();
  const unread = useDeskCounts()?.unread_applicants;
  useOnChange(unread, (before) => {
    if (unread !== undefined && unread > before) refreshApplicants(queries);
  });
}

const none: readonly BoardStage[] = [];

/** The board: all of its stages, except on the board of one job, which leaves out its hidden stages (docs/product.md §20). */
export function useBoard({ filters, sort, view }: Omit<ListParams, 'page'> & { view: 'list' | 'board' }) {
  const isOffered = useHostSupports('getSavedAnswers');
  const { statuses } = useAbilities();
  /** The job whose board is shown; undefined on a board of several jobs, and where the host does not store stages. */
  const job = filters.job_id !== 'none' && isOffered ? filters.job_id : undefined;
  const stages = useQuery({ ...hiddenStagesQuery(job ?? 0), enabled: view === 'board' && job !== undefined });
  /** Stages that the job's board hides for all admins. The hidden stages of a deleted job are unknown. */
  const hidden = (job !== undefined && stages.data?.hidden) || none;
  const shown = boardStages.filter((stage) => statuses.includes(stage) && !hidden.includes(stage));
  const isKnown =
    typeof filters.job_id !== 'number' || isOffered === false || (isOffered && !stages.isPending);
  const columns = useQuery({
    queryKey: [...listsKey, filters, 'board', sort, shown],
    queryFn: async ({ signal }) => {
      const readColumn = (status: BoardStage) =>
        readApi('getApplicants', { query: { ...filters, sort, status, per_page: rowsPerPage }, signal });
      const read = await Promise.all(shown.map(readColumn));
      return { data: distinct(read.flatMap(({ data }) => data)), counts: read[0]?.counts };
    },
    placeholderData: keepPreviousData,
    enabled: view === 'board' && isKnown === true,
  });
  const rowsIn = (stage: BoardStage) => columns.data?.data.filter(({ status }) => status === stage) ?? [];
  return {
    job,
    hidden,
    shown,
    columns,
    rowsIn,
    ids: shown.flatMap((stage) => rowsIn(stage).map(({ id }) => id)),
  };
}

export type BoardState = ReturnType<typeof useBoard>;

export const hiddenStagesQuery = (id: Id) => callQuery('getHiddenStages', { params: { id } });

/**
 * One applicant with all submissions. The call marks the applicant as read, so it is only made when an admin opens
 * the applicant: no prefetch, and no refetch when the window gets the focus.
 */
export function useSingleApplicant(id: Id) {
  return useQuery({
    queryKey: singleKey(id),
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
    enabled: useHostSupports('getSingleApplicant') !== false,
  });
}

/** Every job, for the filter of applicants. */
export const jobChoicesQuery = queryOptions({
  ...wholeQuery('getJobs'),
  // A key of its own: each change of an applicant refetches the queries of `getJobs`, for the numbers of applicants.
  queryKey: ['jobChoices'],
  staleTime: 60_000,
});

/** Returns a function that names an application's job, by its title even where the host sends only its id. */
export function useJobLabel(): typeof jobLabel {
  const { data } = useQuery({ ...jobChoicesQuery, enabled: false });
  return (applicant) => {
    const { job_id: id, job_title: title } = applicant;
    const known = title || !id ? undefined : data?.data.find((job) => job.id === id)?.title;
    return jobLabel(known ? { job_id: id, job_title: known } : applicant);
  };
}

/** Returns the newest cached version of an applicant. */
export const knownApplicant = (queries: QueryClient, id: Id) =>
  knownRow<ListedApplicant>(queries, applicantsKey, id);

/** Changes an applicant in all cached queries. */
export const patchApplicant = (queries: QueryClient, id: Id, patch: Partial<ListedApplicant>) =>
  patchRow<ListedApplicant>(queries, applicantsKey, id, patch);

/** Removes applicants from every list, or from the lists of one status. */
export const dropApplicants = (queries: QueryClient, ids: readonly Id[], status?: ApplicantStatus) =>
  dropRows(queries, status ? [...listsKey, { status }] : listsKey, ids);

/** Invalidates every list of applicants, and immediately refetches the lists on the screen. */
export function refreshApplicants(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: listsKey });
  refreshCounts(queries);
}

/** Invalidates the jobs, because each job contains the number of its applicants and of its unread applicants. */
function refreshCounts(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['getJobs'] });
}

/** Refetches the record of an open applicant, e.g. for its notes. The call marks the applicant as read. */
export function refreshApplicant(queries: QueryClient, id: Id) {
  void queries.invalidateQueries({ queryKey: singleKey(id) });
}

/**
 * Refetches the record of an open applicant, so that its history is current. An unread applicant is not refetched,
 * because the call would mark the record as read.
 */
export function refreshHistory(queries: QueryClient, id: Id) {
  if (knownApplicant(queries, id)?.is_read === 1) refreshApplicant(queries, id);
}

/** The reason is that of a rejection. */
type ApplicantChange = Partial<Pick<ListedApplicant, 'status' | 'rating' | 'is_read' | 'retain_until'>> & {
  reject_reason?: string;
};

const changesOf = (id: Id) => ['updateApplicantStatus', id] as const;

/**
 * A change of an applicant, which is shown at once. Those of one applicant are sent one after another, each for the
 * newest version on the screen, or for `version`.
 */
function changeOf(queries: QueryClient, id: Id, version?: string) {
  const send = async (body: ApplicantChange) => {
    if (body.is_read === 0) await recordSettled(queries, id);
    const based = version ? { updated_at: version } : {};
    return readApi('updateApplicantStatus', { params: { id }, body: { ...body, ...based } });
  };
  return {
    ...rowChange<ListedApplicant, ApplicantChange>(queries, applicantsKey, id, send, shownOf),
    mutationKey: changesOf(id),
    reads: listsKey,
    refresh: () => {
      refreshApplicants(queries);
      refreshHistory(queries, id);
    },
  };
}

/** Changes an applicant. Returns true when the change was saved; after a failure, a toast has shown the error. */
export function changeApplicant(
  queries: QueryClient,
  { id, name }: Pick<ListedApplicant, 'id' | 'name'>,
  wanted: ApplicantChange,
) {
  const onFailed = (error: unknown) =>
    notify.error(
      conflictOf(error)
        ? saveFailureText(error, name)
        : textOf('applicant.notChanged', { name, reason: translateError(error).message }),
    );
  return makeChange(queries, { ...changeOf(queries, id), onFailed }, wanted);
}

/**
 * The version of an applicant on which a form is based: what a colleague saves later is a conflict. Undefined while the
 * admin's own changes are under way, because these make newer versions.
 */
export function versionOf(queries: QueryClient, id: Id) {
  const isChanging = queries.isMutating({ mutationKey: changesOf(id) }) > 0;
  return isChanging ? undefined : knownApplicant(queries, id)?.updated_at;
}

/** Changes an applicant by a form, which shows why that has failed. */
export async function saveApplicant(
  queries: QueryClient,
  id: Id,
  wanted: ApplicantChange,
  version: string | undefined,
): Promise<Envelope<ListedApplicant>> {
  return { status: 1, data: await saveChange(queries, changeOf(queries, id, version), wanted) };
}

/**
 * Resolves when no read of the record is in progress. A read that reached the server after "mark as unread" would
 * mark the applicant as read again.
 */
async function recordSettled(queries: QueryClient, id: Id) {
  const record = queries.getQueryCache().find({ queryKey: singleKey(id) });
  if (record?.state.fetchStatus === 'fetching') await record.promise?.catch(() => undefined);
}

/**
 * Returns what a change will have changed: the server marks an applicant whose application has ended as read, and
 * deletes the reason of a rejection that is taken back.
 */
export function shownOf(change: ApplicantChange): Partial<ListedApplicant> {
  const { status } = change;
  return {
    ...(status && closedStatuses.includes(status) && { is_read: 1 }),
    ...(status && { reject_reason: null }),
    ...change,
  };
}

/** Actions on applicants that the API host supports. Unsupported actions are not offered anywhere (hosts/README.md). */
export function useAbilities() {
  const { data } = useQuery(hostCallsQuery);
  return useMemo(() => {
    const takes = (call: CallName) => !data?.missing.includes(call);
    const accepted = data?.by_file?.accepted?.updateApplicantStatus;
    const words = accepted?.status;
    // A field that the host does not have has no values there, and one that is always the same has one.
    const changes = (field: string) =>
      takes('updateApplicantStatus') && (accepted?.[field] === undefined || accepted[field].length > 1);
    return {
      statuses: applicantStatuses.filter((status) => words === undefined || words.includes(status)),
      moves: changes('status'),
      /** True if a rejection can have a reason. */
      reasons: changes('reject_reason'),
      rates: changes('rating'),
      marks: changes('is_read'),
      retains: changes('retain_until'),
      removes: takes('deleteApplicant'),
      bulk: takes('bulkApplicants'),
      opens: takes('getSingleApplicant'),
      cv: takes('downloadCv'),
      /**
       * True if an application without a CV name has no CV. False for an API host with a host.json, which may have a
       * CV without sending its name.
       */
      namesCvs: accepted === undefined,
      exports: takes('exportApplicants'),
      addsNotes: takes('addApplicantNote'),
      editsNotes: takes('updateApplicantNote'),
      removesNotes: takes('deleteApplicantNote'),
    };
  }, [data]);
}
