import { queryOptions } from '@tanstack/react-query';
import { readApi } from '../../../api/call.ts';
import { onceAForm } from '../../shared/EntityDialog.tsx';

/** The category that is about to be edited. */
export function categoryToEditQuery(id: number) {
  return queryOptions({
    queryKey: ['categoryToEdit', id],
    queryFn: ({ signal }) => readApi('getSingleCategory', { params: { id }, signal }),
    ...onceAForm,
  });
}
