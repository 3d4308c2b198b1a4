import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../api/call.ts';
import { readAllPages } from '../../api/read-all-pages.ts';

/** Every project of a category, in their order: only who knows all of them can put them in another one. */
export function projectsQuery(categoryId: Id) {
  return queryOptions({
    queryKey: ['getProjects', 'admin', categoryId],
    queryFn: ({ signal }) =>
      readAllPages((page) => readApi('getProjects', { params: { id: categoryId }, query: { page }, signal })),
  });
}

export function useProjects(categoryId: Id) {
  return useQuery(projectsQuery(categoryId));
}
