import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type CallData, type CallName, callsOf } from '#shared/contract/index.ts';
import { type ContentName, contentNames } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { type CallOptions, readApi, readQuery } from './call.ts';
import { type ListPage, readAllPages } from './read-all-pages.ts';

interface How {
  staleTime?: number;
}

/** The query of one read. Its key begins with the name of the call, by which `refresh` finds it. */
export function callQuery<Name extends CallName>(
  name: Name,
  options: Pick<CallOptions, 'params' | 'query' | 'asStored'> = {},
  how: How = {},
) {
  return queryOptions({ ...how, ...readQuery([name, options], name, options) });
}

/** The query of one page of a list. The previous page is shown while another one loads. */
export function listQuery<Name extends CallName>(name: Name, query: CallOptions['query'], how: How = {}) {
  return queryOptions({
    ...how,
    queryKey: [name, query],
    queryFn: ({ signal }) => readApi(name, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

type RowOf<Name extends CallName> =
  CallData<Name> extends { data: (infer Row extends { id: Id })[] } ? Row : never;

/** The query of all pages of a list. The previous result of a search is shown while another one is made. */
export function wholeQuery<Name extends CallName>(
  name: Name,
  options: Pick<CallOptions, 'params' | 'query'> = {},
) {
  return queryOptions({
    queryKey: [name, 'all', options] as QueryKey,
    queryFn: ({ signal }) =>
      readAllPages<RowOf<Name>>(
        (page) =>
          readApi(name, { ...options, query: { ...options.query, page }, signal }) as Promise<
            ListPage<RowOf<Name>>
          >,
      ),
    ...(options.query?.search !== undefined && { placeholderData: keepPreviousData }),
  });
}

const content = Object.fromEntries(
  contentNames.map((name) => [name, Object.values(callsOf(name))]),
) as Record<ContentName, CallName[]>;

// A change of projects also concerns the categories, which contain the number of their projects.
const portfolio: CallName[] = [...content.project, ...content.category, 'getCategoryByTitle'];

/** The calls that show each kind of record, in the admin area and on the site. */
const reads = {
  ...content,
  blog: [...content.blog, 'blogSchedules'],
  category: portfolio,
  intake: ['intake', 'siteStatus'],
  job: [...content.job, 'jobSchedules'],
  picture: ['getPictures', 'getPictureUses'],
  project: portfolio,
} satisfies Record<string, readonly CallName[]>;

/** A kind of record, or the one call that shows the records. */
export type Changed = keyof typeof reads | CallName;

/** Invalidates every query that shows what has changed, and immediately refetches those on the screen. */
export function refresh(queries: QueryClient, changed: Changed) {
  const calls = (reads as Partial<Record<Changed, readonly Changed[]>>)[changed] ?? [changed];
  for (const call of calls) void queries.invalidateQueries({ queryKey: [call] });
}

/**
 * Query options for the record that a form edits. The record is fetched each time the form opens and not while the
 * form is open, so that the input is always compared with the same stored version.
 */
export const fetchOncePerForm = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;

/** The query of one record for its form; `toForm` changes what the host sends to what the form shows. */
export function recordQuery<Name extends CallName, Row = CallData<Name>>(
  name: Name,
  id: Id,
  toForm = (stored: CallData<Name>) => stored as Row,
) {
  return queryOptions({
    queryKey: ['toEdit', name, id],
    queryFn: async ({ signal }) => toForm(await readApi(name, { params: { id }, signal, asStored: true })),
    ...fetchOncePerForm,
  });
}
