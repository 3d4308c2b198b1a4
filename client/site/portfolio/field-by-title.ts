import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Category } from '#shared/schemas/category.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { pagesInTurn } from '../../api/read-all-pages.ts';
import { fieldOfLists, fieldsQuery } from './fields.ts';

/**
 * The field of an address. A host without the call by title (README, Extensions) answers 404 to it: then the title is looked
 * for in the list of docs/product.md §7, to the letter first, and only what is not there either is the 404 that it seemed.
 */
export function fieldByTitleQuery(title: string) {
  return queryOptions({
    queryKey: ['getCategoryByTitle', title.normalize('NFC')],
    queryFn: async ({ client, signal }) => {
      try {
        return await readApi('getCategoryByTitle', { query: { title }, client, signal });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
        let similar: Category | undefined;
        for await (const { data } of pagesInTurn((page) => client.fetchQuery(fieldsQuery(page)))) {
          const found = data.find((field) => isTitled(field, title));
          if (found) return found;
          similar ??= data.find((field) => titleKey(field.title) === titleKey(title));
        }
        if (similar) return similar;
        throw error;
      }
    },
  });
}

export function useFieldByTitle(title: string) {
  const client = useQueryClient();
  return useQuery({
    ...fieldByTitleQuery(title),
    placeholderData: () => fieldOfLists(client, (field) => isTitled(field, title)),
  });
}

/** "Film" and "film" may both be there, on a host that lets them: each has an address of its own. */
function isTitled(field: Category, title: string): boolean {
  return field.title.normalize('NFC') === title.normalize('NFC');
}

/** What finds a title that nobody has to the letter: case and blanks do not count, as in the engine. */
function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}
