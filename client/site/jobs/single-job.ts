import { queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';

/**
 * One job by the id of its address. Rejects with `ApiError`: 404 when there is none that this visitor may see, 410 with its
 * title in `data` when it does not take applications any more.
 */
export function singleJobQuery(id: string) {
  return queryOptions({
    queryKey: ['singleJob', id],
    queryFn: ({ client, signal }) => readApi('singleJob', { params: { id }, client, signal }),
  });
}

export function useSingleJob(id: string) {
  return useQuery(singleJobQuery(id));
}
