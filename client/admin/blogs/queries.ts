import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { callApi, readApi } from '../../api/call.ts';
import { pageOf } from '../../use-page-number.ts';
import { fetchOncePerForm } from '../shared/fetch-once-per-form.ts';
import { searchOf } from '../shared/ListSearch.tsx';

/** Filters of the list of posts. */
export interface BlogFilters {
  page: number;
  /** Search text; '' means no search. */
  search: string;
  tab: BlogTab;
}

export const blogTabs = ['all', 'active', 'inactive', 'scheduled'] as const;
export type BlogTab = (typeof blogTabs)[number];

/** Each tab's search param in the URL, and its query parameters in the call to the host. */
const tabParams: Record<BlogTab, readonly [param: string, value: string, query: object]> = {
  all: ['', '', {}],
  active: ['active', '1', { is_active: '1' }],
  inactive: ['active', '0', { is_active: '0' }],
  scheduled: ['scheduled', '1', { scheduled: '1' }],
};

/** Reads the filters from these search params (`?page=&search=&active=&scheduled=`). */
export function blogFiltersOf(params: URLSearchParams): BlogFilters {
  const tab = blogTabs.find((each) => params.get(tabParams[each][0]) === tabParams[each][1]);
  return { page: pageOf(params), search: searchOf(params), tab: tab ?? 'all' };
}

/** Returns the search params for another tab, on its first page. */
export function withTab(params: URLSearchParams, tab: BlogTab): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['active', 'scheduled', 'page']) next.delete(name);
  const [name, value] = tabParams[tab];
  if (name) next.set(name, value);
  return next;
}

/** One page of all posts, or of those that match a search or a filter. */
export function blogsQuery({ page, search, tab }: BlogFilters) {
  const isAll = search === '' && tab === 'all';
  return queryOptions({
    queryKey: isAll ? ['blogs', page] : ['searchBlogs', { page, search, tab }],
    queryFn: ({ signal }) =>
      isAll
        ? readApi('blogs', { query: { page }, signal })
        : readApi('searchBlogs', {
            query: { page, search: search || undefined, ...tabParams[tab][2] },
            signal,
          }),
  });
}

/** Shows the previous page while another page loads. */
export function useBlogs(filters: BlogFilters) {
  return useQuery({ ...blogsQuery(filters), placeholderData: keepPreviousData });
}

/**
 * The answer with the post to edit. The whole envelope is returned, because a host may answer without success, and
 * the form shows a separate text in that case.
 */
export function blogToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['blogToEdit', id],
    queryFn: ({ signal }) => callApi('singlePost', { params: { id }, signal, asStored: true }),
    ...fetchOncePerForm,
  });
}

/**
 * Every query that shows posts, by call name: the admin's list and search, the schedules of posts, the public list,
 * and the page of a post.
 */
const readsOfBlogs = ['blogs', 'searchBlogs', 'blogSchedules', 'activeBlogs', 'singlePost'];

/** Invalidates every query that shows posts, and immediately refetches the queries on the screen. */
export function refreshBlogs(queries: QueryClient): void {
  for (const call of readsOfBlogs) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload needs no handling here: the list itself shows the failure.
    });
  }
}
