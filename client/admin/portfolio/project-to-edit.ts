import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../api/call.ts';
import { onceAForm } from '../shared/EntityDialog.tsx';

/** The project that is about to be edited, whole: the list has the beginning of its text only. Fetched once a form. */
export function projectToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['projectToEdit', id],
    queryFn: ({ signal }) => readApi('getSingleProject', { params: { id }, signal }),
    ...onceAForm,
  });
}
