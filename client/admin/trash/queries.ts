import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type TrashResource, trashResources } from '#shared/schemas/trash.ts';
import { readApi } from '../../api/call.ts';

/** Returns the kind of records that the URL selects; undefined for all kinds. */
export function kindOf(search: URLSearchParams): TrashResource | undefined {
  return trashResources.find((each) => each === search.get('resource'));
}

/** One page of deleted records. */
export function trashQuery(page: number, resource: TrashResource | undefined, perPage: number | undefined) {
  return queryOptions({
    queryKey: ['trash', page, resource, perPage],
    queryFn: ({ signal }) => readApi('getTrash', { query: { page, resource, per_page: perPage }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Invalidates all queries, because any cached list may be wrong after a record was restored or erased. */
export async function refreshAfterTrash(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries();
}
