import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Project } from '#shared/schemas/project.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';

/** `unlisted`: this host lists no projects, which does not say that there are none. */
type FieldProjects = CallData<'getProjects'> & { unlisted?: true };

const none: FieldProjects = { data: [], current_page: 1, last_page: 1, unlisted: true };
/** Of pages of lists alone: what else is made of the same call, and has another shape, is not found among them. */
const key = ['getProjects', 'public', 'page'] as const;

/** One page of a field's projects, in their order. The field is there: a host that answers 404 has no such call. */
export function fieldProjectsQuery(fieldId: Id, page: number) {
  return queryOptions({
    queryKey: [...key, fieldId, page],
    queryFn: async ({ client, signal }): Promise<FieldProjects> => {
      try {
        return await readApi('getProjects', { params: { id: fieldId }, query: { page }, client, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return none;
        throw error;
      }
    },
  });
}

/** Waits while the id of the field is not known yet. */
export function useFieldProjects(fieldId: Id | undefined, page: number) {
  return useQuery({
    ...fieldProjectsQuery(fieldId ?? 0, page),
    ...(fieldId === undefined && { queryFn: skipToken }),
  });
}

/** A project that a list has brought already: all of it but the end of a long description. */
export function projectOfLists(client: QueryClient, id: Id): Project | undefined {
  const lists = client.getQueriesData<CallData<'getProjects'>>({ queryKey: key });
  for (const [, list] of lists) {
    const found = list?.data.find((project) => project.id === id);
    if (found) return found;
  }
  return undefined;
}
