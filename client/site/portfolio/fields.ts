import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Category } from '#shared/schemas/category.ts';
import { readApi } from '../../api/call.ts';

const key = ['getProjectCategory', 'public', 'page'] as const;

/** One page of fields: the project categories as visitors see them. */
export function fieldsQuery(page: number) {
  return queryOptions({
    queryKey: [...key, page],
    queryFn: ({ client, signal }) => readApi('getProjectCategory', { query: { page }, client, signal }),
  });
}

export function useFields(page: number) {
  return useQuery(fieldsQuery(page));
}

/** A field that a list has brought already, so that its page can show something at once. */
export function fieldOfLists(client: QueryClient, is: (field: Category) => boolean): Category | undefined {
  const lists = client.getQueriesData<CallData<'getProjectCategory'>>({ queryKey: key });
  for (const [, list] of lists) {
    const found = list?.data.find(is);
    if (found) return found;
  }
  return undefined;
}
