import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { callApi, readApi } from '../../api/call.ts';
import { onceAForm } from '../shared/once-a-form.ts';

/** One page of all posts. */
export function blogsQuery(page: number) {
  return queryOptions({
    queryKey: ['blogs', page],
    queryFn: ({ signal }) => readApi('blogs', { query: { page }, signal }),
  });
}

/** While another page loads, the one before stays in sight. */
export function useBlogs(page: number) {
  return useQuery({ ...blogsQuery(page), placeholderData: keepPreviousData });
}

/** The answer with the post that is about to be edited: a host may answer without success, and that has words of its own. */
export function blogToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['blogToEdit', id],
    queryFn: ({ signal }) => callApi('singlePost', { params: { id }, signal, asStored: true }),
    ...onceAForm,
  });
}

/** Every read that shows posts, by the name of its call: the admin's list, the public list, the post's own page. */
const readsOfBlogs = ['blogs', 'activeBlogs', 'singlePost'];

/** Marks what shows posts as old; what is on the screen is asked for again at once. */
export function refreshBlogs(queries: QueryClient): void {
  for (const call of readsOfBlogs) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
