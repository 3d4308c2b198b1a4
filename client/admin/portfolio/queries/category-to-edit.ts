import { queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../../api/call.ts';

/**
 * The category that is about to be edited: asked for anew each time the form opens, and never again while it is open, so
 * that what somebody types is not measured against a moving text.
 */
export function categoryToEditQuery(id: number) {
  return queryOptions({
    queryKey: ['categoryToEdit', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useCategoryToEdit(id: number) {
  return useQuery(categoryToEditQuery(id));
}
