import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../api/call.ts';
import { projectOfLists } from './field-projects.ts';

/** One project by the id of its address. Rejects with `ApiError`; 404 when there is none. */
export function singleProjectQuery(id: Id) {
  return queryOptions({
    queryKey: ['getSingleProject', 'public', id],
    queryFn: ({ client, signal }) => readApi('getSingleProject', { params: { id }, client, signal }),
  });
}

/** `isPlaceholderData` while only the list's part of it is there: then `description` is its beginning. */
export function useSingleProject(id: Id) {
  const client = useQueryClient();
  return useQuery({ ...singleProjectQuery(id), placeholderData: () => projectOfLists(client, id) });
}
