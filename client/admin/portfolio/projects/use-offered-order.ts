import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { readId } from '#shared/id.ts';
import { projectsQuery } from '../projects.ts';
import { nextOrder } from './next-order.ts';
import type { ProjectValues } from './project-form-data.ts';

/**
 * Offers the next order number when a category is chosen, unless somebody typed one. Nobody is told when the projects of
 * that category cannot be read: the number can be typed.
 */
export function useOfferedOrder(form: UseFormReturn<ProjectValues>, offeredAtFirst: string) {
  const queries = useQueryClient();
  const offered = useRef(offeredAtFirst);
  return async (categoryId: string): Promise<void> => {
    const category = readId(categoryId);
    if (form.getValues('v_order') !== offered.current || category === undefined) return;
    const projects = await queries.fetchQuery(projectsQuery(category)).catch(() => undefined);
    const untouched = form.getValues('v_order') === offered.current;
    if (!projects || !untouched || form.getValues('category_id') !== categoryId) return;
    offered.current = String(nextOrder(projects.data));
    form.setValue('v_order', offered.current, { shouldDirty: true });
  };
}
