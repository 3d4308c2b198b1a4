import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/category.ts';
import { useDeleteWithUndo } from '../../shared/use-delete-with-undo.ts';
import { categoryQuery } from '../category.ts';
import { refreshPortfolio } from '../refresh-portfolio.ts';

/** A category that cannot be deleted, and why. */
export interface InUse {
  category: Category;
  projects: number;
}

/**
 * Deletes a category that has no projects. Of one that has, the server would refuse it: so it is asked how many there are
 * now, and they are shown the way. A host that does not count them says so itself.
 */
export function useDeleteCategory(onDeleted: () => void) {
  const queries = useQueryClient();
  const [inUse, setInUse] = useState<InUse>();
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'category',
    call: 'deleteProjectCategory',
    deleted: messages['category.deleted'],
    refresh: () => refreshPortfolio(queries),
  });

  async function ask(category: Category): Promise<void> {
    const fresh = { ...categoryQuery(category.id), staleTime: 0, retry: false };
    const { projects_count: projects = 0 } = await queries.fetchQuery(fresh).catch(() => category);
    if (projects > 0) setInUse({ category, projects });
    else if (await remove(category.id)) onDeleted();
  }

  return { ask, deleting, inUse, forget: () => setInUse(undefined) };
}
