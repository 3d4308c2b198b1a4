import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { Message } from '#shared/schemas/message.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { isCallMissing } from '../../api/host-calls.ts';

export function messageKey(id: Id) {
  return ['message', id] as const;
}

/** One message that no list on the screen holds, such as one of a bookmark. Null when it is not there. */
export function messageQuery(id: Id) {
  return queryOptions({
    queryKey: messageKey(id),
    queryFn: async ({ signal }): Promise<Message | null> => {
      try {
        return await readApi('getSingleMessage', { params: { id }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404 && !isCallMissing(error)) return null;
        throw error;
      }
    },
  });
}

/** `enabled` false asks for nothing, and gives what is known. */
export function useSingleMessage(id: Id, enabled: boolean) {
  return useQuery({ ...messageQuery(id), enabled });
}
