import { queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';
import { readAllPages } from '../../api/read-all-pages.ts';

/** Every job, for the filter of applicants. */
const jobChoicesQuery = queryOptions({
  queryKey: ['jobChoices'],
  queryFn: async ({ signal }) => {
    const { data, complete } = await readAllPages((page) => readApi('getJobs', { query: { page }, signal }));
    return { jobs: data.map(({ id, title }) => ({ id, title })), complete };
  },
  staleTime: 60_000,
});

export function useJobChoices() {
  return useQuery(jobChoicesQuery);
}
