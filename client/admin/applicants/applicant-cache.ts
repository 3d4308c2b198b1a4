import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type {
  ApplicantCounts,
  ApplicantNote,
  ApplicantStatus,
  ListedApplicant,
  SingleApplicant,
} from '#shared/schemas/applicant.ts';
import { newestOf } from '../../api/optimistic.ts';

export type ApplicantPage = CallData<'getApplicants'>;
type ColumnData = InfiniteData<ApplicantPage, unknown>;

/** Query key prefix of every list of applicants: the pages of the list and the columns of the board. */
export const applicantsKey = ['getApplicants'] as const;
export const applicantListKey = [...applicantsKey, 'list'] as const;
export const boardKey = [...applicantsKey, 'board'] as const;

export function singleApplicantKey(id: Id) {
  return ['getSingleApplicant', id] as const;
}

/** Returns the rows of all pages. A row that moved to another page between two loads is returned only once. */
export function columnRows(data: ColumnData | undefined): ListedApplicant[] {
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Returns the number of applicants of a column, including those that have not loaded. */
export function columnTotal(data: ColumnData | undefined): number | undefined {
  const first = data?.pages[0];
  return first && (first.total ?? columnRows(data).length);
}

export type ApplicantPatch = Partial<
  Pick<ListedApplicant, 'status' | 'reject_reason' | 'rating' | 'is_read' | 'retain_until' | 'updated_at'>
>;

/**
 * Changes an applicant in all cached queries: lists with their counts, columns of the board, and the single record. A
 * list that does not contain the applicant stays unchanged until it is fetched again, even if its filters match now.
 */
export function patchApplicant(queries: QueryClient, id: Id, patch: ApplicantPatch): void {
  const singleKey = singleApplicantKey(id);
  const single = queries.getQueryData<SingleApplicant>(singleKey);
  if (single) put(queries, singleKey, { ...single, ...patch });
  for (const [key, page] of queries.getQueriesData<ApplicantPage>({ queryKey: applicantListKey })) {
    if (page?.data.some((row) => row.id === id)) put(queries, key, patchPage(page, id, patch));
  }
  patchBoards(queries, id, patch);
}

/** Replaces the data of a query but not its state: a stale query stays stale. */
function put(queries: QueryClient, queryKey: QueryKey, data: unknown): void {
  const query = queries.getQueryCache().find({ queryKey, exact: true });
  if (!query) return;
  const { isInvalidated, dataUpdatedAt } = query.state;
  queries.setQueryData(queryKey, data, { updatedAt: dataUpdatedAt });
  if (isInvalidated) query.invalidate();
}

/** Removes applicants from every list, e.g. after they are deleted. */
export function dropApplicants(queries: QueryClient, ids: ReadonlySet<Id>): void {
  const withoutThem = (page: ApplicantPage): ApplicantPage => ({
    ...page,
    data: page.data.filter((row) => !ids.has(row.id)),
  });
  const holds = (page: ApplicantPage) => page.data.some((row) => ids.has(row.id));
  for (const [key, page] of queries.getQueriesData<ApplicantPage>({ queryKey: applicantListKey })) {
    if (page && holds(page)) put(queries, key, withoutThem(page));
  }
  for (const [key, column] of queries.getQueriesData<ColumnData>({ queryKey: boardKey })) {
    if (column?.pages.some(holds)) put(queries, key, { ...column, pages: column.pages.map(withoutThem) });
  }
}

/** Returns the newest cached version of an applicant: the single record, or a row of any list. */
export function knownApplicant(queries: QueryClient, id: Id): ListedApplicant | undefined {
  const single = queries.getQueryData<SingleApplicant>(singleApplicantKey(id));
  const pages = queries.getQueriesData<ApplicantPage>({ queryKey: applicantListKey });
  const columns = queries.getQueriesData<ColumnData>({ queryKey: boardKey });
  const rows = [
    ...pages.flatMap(([, page]) => page?.data ?? []),
    ...columns.flatMap(([, column]) => columnRows(column)),
  ];
  return newestOf<ListedApplicant>([single, ...rows.filter((row) => row.id === id)]);
}

function patchPage(page: ApplicantPage, id: Id, patch: ApplicantPatch): ApplicantPage {
  const row = page.data.find((each) => each.id === id);
  if (!row) return page;
  const now = { ...row, ...patch };
  return {
    ...page,
    data: page.data.map((each) => (each.id === id ? now : each)),
    ...(page.counts && { counts: movedCounts(page.counts, row.status, now.status) }),
    ...(page.unread !== undefined && { unread: Math.max(0, page.unread + row.is_read - now.is_read) }),
  };
}

function movedCounts(counts: ApplicantCounts, from: ApplicantStatus, to: ApplicantStatus): ApplicantCounts {
  if (from === to) return counts;
  return { ...counts, [from]: Math.max(0, (counts[from] ?? 0) - 1), [to]: (counts[to] ?? 0) + 1 };
}

/**
 * Changes an applicant on every cached board. There is one board per combination of filters and order. A new status
 * moves the card to the top of another column.
 */
function patchBoards(queries: QueryClient, id: Id, patch: ApplicantPatch): void {
  const columns = queries.getQueriesData<ColumnData>({ queryKey: boardKey });
  const boards = new Map<string, typeof columns>();
  for (const column of columns) {
    const board = hashKey([column[0][2], column[0][3]]);
    boards.set(board, [...(boards.get(board) ?? []), column]);
  }
  for (const board of boards.values()) {
    const row = board.flatMap(([, data]) => columnRows(data)).find((each) => each.id === id);
    if (!row) continue;
    const now = { ...row, ...patch };
    for (const [key, data] of board) {
      if (data) put(queries, key, patchColumn(data, row, now, key[4] as ApplicantStatus));
    }
  }
}

function patchColumn(
  data: ColumnData,
  row: ListedApplicant,
  now: ListedApplicant,
  status: ApplicantStatus,
): ColumnData {
  const had = columnRows(data).some((each) => each.id === row.id);
  const has = now.status === status;
  if (!had && !has) return data;
  const change = Number(has) - Number(had);
  return {
    ...data,
    pages: data.pages.map((page, at) => {
      const rows = has
        ? page.data.map((each) => (each.id === row.id ? now : each))
        : page.data.filter((each) => each.id !== row.id);
      return {
        ...page,
        data: has && !had && at === 0 ? [now, ...rows] : rows,
        ...(page.total !== undefined && { total: page.total + change }),
      };
    }),
  };
}

/** Shows a new or edited note without fetching the whole applicant again. */
export function showNote(queries: QueryClient, applicantId: Id, note: ApplicantNote): void {
  queries.setQueryData<SingleApplicant>(singleApplicantKey(applicantId), (single) => {
    if (!single) return single;
    const isKnown = single.notes.some((each) => each.id === note.id);
    const notes = isKnown
      ? single.notes.map((each) => (each.id === note.id ? note : each))
      : [...single.notes, note];
    return { ...single, notes };
  });
}

/** Invalidates every list of applicants, and immediately refetches the lists on the screen. */
export function refreshApplicants(queries: QueryClient): void {
  refresh(queries, applicantsKey);
  refreshCounts(queries);
}

/** Invalidates the jobs, because each job contains the number of its applicants and of its unread applicants. */
export function refreshCounts(queries: QueryClient): void {
  refresh(queries, ['getJobs']);
}

function refresh(queries: QueryClient, queryKey: readonly unknown[]): void {
  queries.invalidateQueries({ queryKey }).catch(() => {
    // A failed reload needs no handling here: the list itself shows the failure.
  });
}

/**
 * Refetches the record of an open applicant, so that its history is current. An unread applicant is not refetched,
 * because the call would mark the record as read.
 */
export function refreshHistory(queries: QueryClient, id: Id): void {
  if (knownApplicant(queries, id)?.is_read !== 1) return;
  queries.invalidateQueries({ queryKey: singleApplicantKey(id) }).catch(() => {
    // A failed reload needs no handling: the old history stays on the screen.
  });
}
