import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { callApi, readApi } from '../../api/call.ts';
import { pageOf } from '../../use-page-number.ts';
import { searchOf } from '../shared/ListSearch.tsx';
import { onceAForm } from '../shared/once-a-form.ts';

/** Which posts are listed. */
export interface BlogFilters {
  page: number;
  /** '' is no search. */
  search: string;
  tab: BlogTab;
}

export const blogTabs = ['all', 'active', 'inactive', 'scheduled'] as const;
export type BlogTab = (typeof blogTabs)[number];

/** What a tab has in the address, and what is asked for. */
const tabParams: Record<BlogTab, readonly [param: string, value: string, query: object]> = {
  all: ['', '', {}],
  active: ['active', '1', { is_active: '1' }],
  inactive: ['active', '0', { is_active: '0' }],
  scheduled: ['scheduled', '1', { scheduled: '1' }],
};

/** The filters in these search params (`?page=&search=&active=&scheduled=`). */
export function blogFiltersOf(params: URLSearchParams): BlogFilters {
  const tab = blogTabs.find((each) => params.get(tabParams[each][0]) === tabParams[each][1]);
  return { page: pageOf(params), search: searchOf(params), tab: tab ?? 'all' };
}

/** The search params of another tab, on its first page. */
export function withTab(params: URLSearchParams, tab: BlogTab): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['active', 'scheduled', 'page']) next.delete(name);
  const [name, value] = tabParams[tab];
  if (name) next.set(name, value);
  return next;
}

/** One page of all posts, or of those that a search or a filter leaves. */
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

/** While another page loads, the one before stays in sight. */
export function useBlogs(filters: BlogFilters) {
  return useQuery({ ...blogsQuery(filters), placeholderData: keepPreviousData });
}

/** The answer with the post that is about to be edited: a host may answer without success, and that has words of its own. */
export function blogToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['blogToEdit', id],
    queryFn: ({ signal }) => callApi('singlePost', { params: { id }, signal, asStored: true }),
    ...onceAForm,
  });
}

/** Every read that shows posts, by the name of its call: the admin's list, what is planned for them, the public list, the post's own page. */
const readsOfBlogs = ['blogs', 'searchBlogs', 'blogSchedules', 'activeBlogs', 'singlePost'];

/** Marks what shows posts as old; what is on the screen is asked for again at once. */
export function refreshBlogs(queries: QueryClient): void {
  for (const call of readsOfBlogs) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
