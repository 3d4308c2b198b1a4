import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { fieldOfLists, fieldsQuery } from './fields.ts';

/** How many pages of fields are looked through on a host that cannot be asked for a title. */
const mostPages = 10;

/**
 * The field of an address. A host without the call by title (README, Extensions) answers 404 to it: then the title is
 * looked for in the list of SPEC §7, and only what is not there either is the 404 that it seemed.
 */
export function fieldByTitleQuery(title: string) {
  return queryOptions({
    queryKey: ['getCategoryByTitle', titleKey(title)],
    queryFn: async ({ client, signal }) => {
      try {
        return await readApi('getCategoryByTitle', { query: { title }, signal });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
        for (let page = 1, last = 1; page <= Math.min(last, mostPages); page += 1) {
          const list = await client.fetchQuery(fieldsQuery(page));
          const found = list.data.find((field) => titleKey(field.title) === titleKey(title));
          if (found) return found;
          last = list.last_page;
        }
        throw error;
      }
    },
  });
}

export function useFieldByTitle(title: string) {
  const client = useQueryClient();
  return useQuery({
    ...fieldByTitleQuery(title),
    placeholderData: () => fieldOfLists(client, (field) => titleKey(field.title) === titleKey(title)),
  });
}

/** Titles are the same whatever their case and blanks, as the engine finds them. */
function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}
