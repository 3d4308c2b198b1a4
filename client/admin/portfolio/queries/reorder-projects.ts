import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Project } from '#shared/schemas/project.ts';
import { translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { notify } from '../../../ui/toast/toast.ts';
import { projectsQuery } from './projects.ts';
import { refreshPortfolio } from './refresh-portfolio.ts';

/**
 * Puts the projects of a category in this order. The list shows it at once. Orders are sent one after the other, as they
 * were made; when one fails, the list goes back to what it was before and says why.
 */
export function useReorderProjects(categoryId: number) {
  const queries = useQueryClient();
  const { queryKey } = projectsQuery(categoryId);
  const mutationKey = ['reorderProjects', categoryId];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (projects: readonly Project[]) =>
      readApi('reorderProjects', { body: { ids: projects.map(({ id }) => id) } }),
    onMutate: async (projects) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, {
        data: projects.map((project, index) => ({ ...project, v_order: index + 1 })),
        complete: true,
      });
      return { before };
    },
    onError: (error, _projects, context) => {
      queries.setQueryData(queryKey, context?.before);
      notify.error(translateError(error).message);
    },
    // Only when nothing more is on its way: the host's order of now would undo what was done since.
    onSettled: () => {
      if (queries.isMutating({ mutationKey }) === 1) refreshPortfolio(queries);
    },
  });
}
