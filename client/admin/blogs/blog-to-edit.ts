import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { callApi } from '../../api/call.ts';
import { onceAForm } from '../shared/EntityDialog.tsx';

/** The answer with the post that is about to be edited: a host may answer without success, and that has words of its own. */
export function blogToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['blogToEdit', id],
    queryFn: ({ signal }) => callApi('singlePost', { params: { id }, signal }),
    ...onceAForm,
  });
}
