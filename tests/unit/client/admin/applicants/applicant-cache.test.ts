import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { type ApplicantStatus, listedApplicantSchema } from '#shared/schemas/applicant.ts';
import {
  columnRows,
  columnTotal,
  dropApplicants,
  knownApplicant,
  patchApplicant,
} from '../../../../../client/admin/applicants/applicant-cache.ts';
import { applicantsQuery, boardColumnQuery } from '../../../../../client/admin/applicants/queries.ts';
import { stubApplicant } from '../../../../browser/support/applicants-admin.ts';

const row = (id: number, status: ApplicantStatus = 'new', is_read = 0) =>
  listedApplicantSchema.parse(stubApplicant(id, { status, is_read }));
const listKey = applicantsQuery({ filters: {}, sort: 'unread', page: 1 }).queryKey;
const columnKey = (status: ApplicantStatus, search?: string) =>
  boardColumnQuery({ filters: { search }, sort: 'unread', status }).queryKey;
const pageOf = (data: ReturnType<typeof row>[]) => ({
  data,
  current_page: 1,
  last_page: 1,
  total: data.length,
});

let queries: QueryClient;
beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(listKey, { ...pageOf([row(1), row(2)]), counts: { new: 2 }, unread: 2 });
  for (const [status, rows] of [
    ['new', [row(1), row(2)]],
    ['interview', []],
  ] as const) {
    queries.setQueryData(columnKey(status), { pages: [pageOf([...rows])], pageParams: [1] });
  }
});

const column = (status: ApplicantStatus) => {
  const data = queries.getQueryData(columnKey(status));
  return { ids: columnRows(data).map(({ id }) => id), total: columnTotal(data) };
};

test('a new status changes the row, the counts, and the column of the card', () => {
  patchApplicant(queries, 2, { status: 'interview', is_read: 1 });
  const list = queries.getQueryData(listKey);
  expect(list?.data.map(({ id, status, is_read }) => [id, status, is_read])).toEqual([
    [1, 'new', 0],
    [2, 'interview', 1],
  ]);
  expect([list?.counts, list?.unread]).toEqual([{ new: 1, interview: 1 }, 1]);
  expect(column('new')).toEqual({ ids: [1], total: 1 });
  expect(column('interview')).toEqual({ ids: [2], total: 1 });
});

test('what is put back stands where it stood in the list, and is counted as before', () => {
  patchApplicant(queries, 1, { status: 'interview' });
  patchApplicant(queries, 1, { status: 'new' });
  const list = queries.getQueryData(listKey);
  expect(list?.data.map(({ id, status }) => [id, status])).toEqual([
    [1, 'new'],
    [2, 'new'],
  ]);
  expect(list?.counts).toEqual({ new: 2, interview: 0 });
  expect(column('new').total).toBe(2);
  expect(column('interview')).toEqual({ ids: [], total: 0 });
});

test('a list that is to be asked for again stays so', async () => {
  await queries.invalidateQueries({ queryKey: listKey });
  patchApplicant(queries, 1, { is_read: 1 });
  expect(queries.getQueryState(listKey)?.isInvalidated).toBe(true);
  expect(queries.getQueryData(listKey)?.data[0]?.is_read).toBe(1);
});

test('a board with other filters does not take a card that it never had', () => {
  queries.setQueryData(columnKey('interview', 'khan'), { pages: [pageOf([])], pageParams: [1] });
  patchApplicant(queries, 1, { status: 'interview' });
  expect(columnRows(queries.getQueryData(columnKey('interview', 'khan')))).toEqual([]);
});

test('who is deleted is in no list, and the newest that is known of the others counts', () => {
  dropApplicants(queries, new Set([1]));
  expect(queries.getQueryData(listKey)?.data.map(({ id }) => id)).toEqual([2]);
  expect(column('new').ids).toEqual([2]);
  expect(knownApplicant(queries, 1)).toBeUndefined();
  queries.setQueryData(listKey, pageOf([{ ...row(2, 'hired'), updated_at: '2027-01-01T00:00:00.000Z' }]));
  expect(knownApplicant(queries, 2)?.status).toBe('hired');
});

test('while somebody reads, rows keep their places: who left the page stays, who is new comes last', async () => {
  const shown = [row(5, 'reviewing', 1), row(4), row(3)];
  const fresh = [row(4), row(3, 'new', 1), row(2)];
  queries.setQueryData(listKey, pageOf(shown));
  vi.stubGlobal('fetch', async () => Response.json({ status: 1, data: pageOf(fresh) }));
  const list = applicantsQuery({ filters: {}, sort: 'unread', page: 1 }, () => true);
  const { data } = await queries.fetchQuery(list);
  vi.unstubAllGlobals();
  expect(data.map(({ id, is_read }) => [id, is_read])).toEqual([
    [5, 1],
    [4, 0],
    [3, 1],
    [2, 0],
  ]);
});
