import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { fetchOncePerForm } from '../shared/fetch-once-per-form.ts';

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

export const refreshBlogs = (queries: QueryClient) => refresh(queries, 'blog');
