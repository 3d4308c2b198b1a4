import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../api/call.ts';
import { onceAForm } from '../shared/EntityDialog.tsx';

/** The category that is about to be edited. */
export function categoryToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['categoryToEdit', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
    ...onceAForm,
  });
}
