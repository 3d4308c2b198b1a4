import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Message } from '#shared/schemas/message.ts';
import { readApi } from '../../../api/call.ts';

/** How far a message is looked for; behind that it is a needle in a haystack, and its list leads to it. */
const mostPages = 50;

export function messageKey(id: number) {
  return ['message', id] as const;
}

/**
 * One message that no list on the screen holds, such as one of a bookmark: no call reads a single one, so it is looked for in
 * the lists, spam last. Null when it is not there.
 */
export function messageQuery(id: number) {
  return queryOptions({
    queryKey: messageKey(id),
    queryFn: async ({ signal }): Promise<Message | null> => {
      for (const status of [undefined, 'spam'] as const) {
        let last = 1;
        for (let page = 1; page <= Math.min(last, mostPages); page += 1) {
          const list = await readApi('getMessages', { query: { page, status }, signal });
          const found = list.data.find((message) => message.id === id);
          if (found) return found;
          last = list.last_page;
        }
      }
      return null;
    },
  });
}

/** `enabled` false asks for nothing, and gives what is known. */
export function useSingleMessage(id: number, enabled: boolean) {
  return useQuery({ ...messageQuery(id), enabled });
}
