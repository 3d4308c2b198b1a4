import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedJob } from '#shared/schemas/job.ts';
import { readApi } from '../../../api/call.ts';

/** What other jobs have in these fields, for those who type the next one. */
interface Suggestions {
  departments: string[];
  cities: string[];
}

/**
 * Departments and cities of the jobs that were listed so far, and the departments of all open jobs: one small call, where
 * every page of every job would be many.
 */
export function useSuggestions(): Suggestions {
  const queries = useQueryClient();
  const { data: open } = useQuery({
    queryKey: ['jobs', 'departments'],
    queryFn: async ({ signal }) => (await readApi('jobs', { signal })).facets?.department ?? [],
    staleTime: 60_000,
  });
  return useMemo(() => {
    const pages = queries.getQueriesData<{ data: ListedJob[] }>({ queryKey: ['getJobs'] });
    const listed = pages.flatMap(([, page]) => page?.data ?? []);
    return {
      departments: distinct([
        ...listed.map((job) => job.department),
        ...(open ?? []).map(({ value }) => value),
      ]),
      cities: distinct(listed.map((job) => job.city)),
    };
  }, [queries, open]);
}

function distinct(words: (string | null | undefined)[]): string[] {
  const found = words.filter((word): word is string => Boolean(word));
  return [...new Set(found)].sort((one, other) => one.localeCompare(other));
}
