import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Category } from '#shared/schemas/category.ts';
import type { Project } from '#shared/schemas/project.ts';
import { fieldProjectsQuery } from './field-projects.ts';
import { fieldsQuery } from './fields.ts';

export interface Work {
  project: Project;
  field: Category;
}

/** The first project of each of the first fields, then the second of each, until there are `limit`. */
export function selectedWorkQuery(limit: number) {
  return queryOptions({
    queryKey: ['getProjects', 'public', 'selected', limit],
    queryFn: async ({ client }): Promise<Work[]> => {
      const { data } = await client.fetchQuery(fieldsQuery(1));
      const fields = data.filter((field) => field.projects_count !== 0).slice(0, limit);
      const lists = await Promise.all(
        fields.map(async (field) => {
          const projects = await client.fetchQuery(fieldProjectsQuery(field.id, 1));
          return projects.data.map((project) => ({ project, field }));
        }),
      );
      return inTurns(lists).slice(0, limit);
    },
  });
}

export function useSelectedWork(limit: number) {
  return useQuery(selectedWorkQuery(limit));
}

/** [[a, b], [c]] → [a, c, b] */
export function inTurns<Item>(lists: readonly Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, rank) =>
    lists.flatMap((list) => list.slice(rank, rank + 1)),
  ).flat();
}
