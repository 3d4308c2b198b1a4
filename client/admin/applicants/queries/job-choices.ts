import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListedJob } from '#shared/schemas/job.ts';
import { readApi } from '../../../api/call.ts';

/** Pages that are asked for at most: a filter of more jobs than these hold is no filter to choose from. */
const mostPages = 30;

/** Every job, for the filter of applicants; the first page tells how many more there are. */
export const jobChoicesQuery = queryOptions({
  queryKey: ['jobChoices'],
  queryFn: async ({ signal }): Promise<Pick<ListedJob, 'id' | 'title'>[]> => {
    const read = (page: number) => readApi('getJobs', { query: { page }, signal });
    const first = await read(1);
    const jobs = [...first.data];
    for (let page = 2; page <= Math.min(first.last_page, mostPages); page += 1) {
      jobs.push(...(await read(page)).data);
    }
    return jobs.map(({ id, title }) => ({ id, title }));
  },
  staleTime: 60_000,
});

export function useJobChoices() {
  return useQuery(jobChoicesQuery);
}
