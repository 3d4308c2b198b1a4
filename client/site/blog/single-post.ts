import { queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';

/** One post by the id of its address. Rejects with `ApiError`; 404 when there is none that this visitor may see. */
export function singlePostQuery(id: string) {
  return queryOptions({
    queryKey: ['singlePost', id],
    queryFn: ({ client, signal }) => readApi('singlePost', { params: { id }, client, signal }),
  });
}

export function useSinglePost(id: string) {
  return useQuery(singlePostQuery(id));
}
