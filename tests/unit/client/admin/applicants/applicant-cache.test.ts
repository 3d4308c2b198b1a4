import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { type ApplicantStatus, listedApplicantSchema } from '#shared/schemas/applicant.ts';
import {
  columnRows,
  columnTotal,
  patchApplicant,
} from '../../../../../client/admin/applicants/applicant-cache.ts';
import { applicantsQuery, boardColumnQuery } from '../../../../../client/admin/applicants/queries.ts';
import { stubApplicant } from '../../../../browser/support/applicants-admin.ts';

const row = (id: number, status: ApplicantStatus = 'new', is_read = 0) =>
  listedApplicantSchema.parse(stubApplicant(id, { status, is_read }));
const listed = { filters: {}, sort: 'unread', page: 1 } as const;
const listKey = applicantsQuery(listed).queryKey;
const columnKey = (status: ApplicantStatus, search?: string) =>
  boardColumnQuery({ filters: { search }, sort: 'unread', status }).queryKey;
const pageOf = (data: ReturnType<typeof row>[]) => ({
  data,
  current_page: 1,
  last_page: 1,
  total: data.length,
});

let queries: QueryClient;
const setColumn = (key: ReturnType<typeof columnKey>, rows: ReturnType<typeof row>[]) =>
  queries.setQueryData(key, { pages: [pageOf(rows)], pageParams: [1] });
beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(listKey, { ...pageOf([row(1), row(2)]), counts: { new: 2 }, unread: 2 });
  setColumn(columnKey('new'), [row(1), row(2)]);
  setColumn(columnKey('interview'), []);
  setColumn(columnKey('interview', 'khan'), []);
});
const list = () => queries.getQueryData(listKey);
const column = (...of: Parameters<typeof columnKey>) => {
  const data = queries.getQueryData(columnKey(...of));
  return [columnTotal(data), ...columnRows(data).map(({ id }) => id)];
};

test('a new status changes row, counts and column, and is put back to where it stood; a board with other filters takes no card', () => {
  patchApplicant(queries, 1, { status: 'interview', is_read: 1 });
  expect(list()).toMatchObject({ counts: { new: 1, interview: 1 }, unread: 1 });
  expect([column('new'), column('interview'), column('interview', 'khan')]).toEqual([[1, 2], [1, 1], [0]]);
  patchApplicant(queries, 1, { status: 'new' });
  expect(list()?.data.map(({ id, status }) => [id, status])).toEqual([
    [1, 'new'],
    [2, 'new'],
  ]);
  expect(list()?.counts).toEqual({ new: 2, interview: 0 });
  expect([column('new')[0], column('interview')]).toEqual([2, [0]]);
});

test('while somebody reads, rows keep their places: who left the page stays, who is new comes last', async () => {
  queries.setQueryData(listKey, pageOf([row(5, 'reviewing', 1), row(4), row(3)]));
  const fresh = pageOf([row(4), row(3, 'new', 1), row(2)]);
  vi.stubGlobal('fetch', async () => Response.json({ status: 1, data: fresh }));
  const { data } = await queries.fetchQuery(applicantsQuery(listed, () => true));
  vi.unstubAllGlobals();
  expect(data.map(({ id, is_read }) => [id, is_read])).toEqual([
    [5, 1],
    [4, 0],
    [3, 1],
    [2, 0],
  ]);
});
