import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { CallName } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { putInOrder, useOptimisticChange } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';

/** Saves the rows of a cached list in the order of these ids. */
export function useSavedOrder(call: CallName, queryKey: QueryKey, kind: Parameters<typeof refresh>[1]) {
  const queries = useQueryClient();
  return useOptimisticChange({
    mutationKey: [kind],
    reads: queryKey,
    show: (ids: readonly Id[]) => putInOrder(queries, queryKey, ids),
    send: (ids) => readApi(call, { body: { ids } }),
    onFailed: (error) => {
      const { message, fieldErrors } = translateError(error);
      notify.error(fieldErrors.ids ?? message);
      // A record no longer exists. The answer does not name it, so the list is fetched again.
      if (fieldErrors.ids) void queries.invalidateQueries({ queryKey });
    },
    refresh: () => refresh(queries, kind),
  });
}
