import { useQueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { Project } from '#shared/schemas/project.ts';
import { translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { putInOrder, useOptimisticChange } from '../../api/optimistic.ts';
import { notify } from '../../ui/toast.ts';
import { projectsQuery } from './projects.ts';
import { refreshPortfolio } from './refresh-portfolio.ts';

/** Puts the projects of a category in the order of these ids. */
export function useReorderProjects(categoryId: Id) {
  const queries = useQueryClient();
  const { queryKey } = projectsQuery(categoryId);
  return useOptimisticChange({
    mutationKey: ['reorderProjects', categoryId],
    reads: queryKey,
    show: (ids: readonly Id[]) => putInOrder<Project>(queries, queryKey, ids),
    send: (ids) => readApi('reorderProjects', { body: { ids } }),
    onFailed: (error) => notify.error(translateError(error).message),
    refresh: () => refreshPortfolio(queries),
  });
}
