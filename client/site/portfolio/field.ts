import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../api/call.ts';
import { fieldOfLists } from './fields.ts';

/** The field of this id, with its technology logos. */
export function fieldQuery(id: Id) {
  return queryOptions({
    queryKey: ['getSingleCategory', 'public', id],
    queryFn: ({ client, signal }) => readApi('getSingleCategory', { params: { id }, client, signal }),
  });
}

/** Waits while the id is not known yet. */
export function useField(id: Id | undefined) {
  const client = useQueryClient();
  return useQuery({
    ...fieldQuery(id ?? 0),
    ...(id === undefined && { queryFn: skipToken }),
    placeholderData: () => fieldOfLists(client, (field) => field.id === id),
  });
}
