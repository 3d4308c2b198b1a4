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
  /** Only active or only inactive ones. */
  is_active: '0' | '1' | undefined;
}

/** The filters in these search params (`?page=&search=&active=`). */
export function blogFiltersOf(params: URLSearchParams): BlogFilters {
  const active = params.get('active');
  return {
    page: pageOf(params),
    search: searchOf(params),
    is_active: active === '0' || active === '1' ? active : undefined,
  };
}

/** One page of all posts, or of those that a search or a filter leaves. */
export function blogsQuery({ page, search, is_active }: BlogFilters) {
  const isAll = search === '' && is_active === undefined;
  return queryOptions({
    queryKey: isAll ? ['blogs', page] : ['searchBlogs', { page, search, is_active }],
    queryFn: ({ signal }) =>
      isAll
        ? readApi('blogs', { query: { page }, signal })
        : readApi('searchBlogs', { query: { page, search: search || undefined, is_active }, signal }),
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
