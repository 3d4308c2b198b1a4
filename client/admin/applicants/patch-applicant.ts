import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type {
  ApplicantCounts,
  ApplicantStatus,
  ListedApplicant,
  SingleApplicant,
} from '#shared/schemas/applicant.ts';
import { newestOf } from '../../api/optimistic.ts';
import { type ApplicantPage, applicantListKey } from './applicants.ts';
import { boardKey, type ColumnData, columnRows } from './board-column.ts';

export type ApplicantPatch = Partial<
  Pick<ListedApplicant, 'status' | 'reject_reason' | 'rating' | 'is_read' | 'retain_until' | 'updated_at'>
>;

/**
 * Changes an applicant in everything that was read of them: lists with their counts, columns of the board, and the
 * applicant's own record. What it does not know (which filters fit somebody who is on another page) the next read tells.
 */
export function patchApplicant(queries: QueryClient, id: Id, patch: ApplicantPatch): void {
  const singleKey = ['getSingleApplicant', id];
  const single = queries.getQueryData<SingleApplicant>(singleKey);
  if (single) put(queries, singleKey, { ...single, ...patch });
  for (const [key, page] of queries.getQueriesData<ApplicantPage>({ queryKey: applicantListKey })) {
    if (page?.data.some((row) => row.id === id)) put(queries, key, patchPage(page, id, patch));
  }
  patchBoards(queries, id, patch);
}

/** Changes what is kept and nothing else: what was old, and is to be asked for again, stays so. */
function put(queries: QueryClient, queryKey: QueryKey, data: unknown): void {
  const query = queries.getQueryCache().find({ queryKey, exact: true });
  if (!query) return;
  const { isInvalidated, dataUpdatedAt } = query.state;
  queries.setQueryData(queryKey, data, { updatedAt: dataUpdatedAt });
  if (isInvalidated) query.invalidate();
}

/** Takes applicants out of every list, e.g. when they are deleted. */
export function dropApplicants(queries: QueryClient, ids: ReadonlySet<Id>): void {
  const kept = (page: ApplicantPage): ApplicantPage => ({
    ...page,
    data: page.data.filter((row) => !ids.has(row.id)),
  });
  const holds = (page: ApplicantPage) => page.data.some((row) => ids.has(row.id));
  for (const [key, page] of queries.getQueriesData<ApplicantPage>({ queryKey: applicantListKey })) {
    if (page && holds(page)) put(queries, key, kept(page));
  }
  for (const [key, column] of queries.getQueriesData<ColumnData>({ queryKey: boardKey })) {
    if (column?.pages.some(holds)) put(queries, key, { ...column, pages: column.pages.map(kept) });
  }
}

/** The newest that is known of an applicant without asking: their own record, or their row in any list. */
export function knownApplicant(queries: QueryClient, id: Id): ListedApplicant | undefined {
  const single = queries.getQueryData<SingleApplicant>(['getSingleApplicant', id]);
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

/** Columns of one board share filters and order; a new status takes the card from one of them to the top of another. */
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
