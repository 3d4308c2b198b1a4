import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { readApi } from '../../../api/call.ts';
import { fieldOfLists } from './fields.ts';

/** The field of this id, with its technology logos. */
export function fieldQuery(id: number) {
  return queryOptions({
    queryKey: ['getSingleCategory', 'public', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
  });
}

export function useField(id: number) {
  const client = useQueryClient();
  return useQuery({
    ...fieldQuery(id),
    placeholderData: () => fieldOfLists(client, (field) => field.id === id),
  });
}
