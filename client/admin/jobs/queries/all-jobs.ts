import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListedJob } from '#shared/schemas/job.ts';
import { readApi } from '../../../api/call.ts';

/** How many pages are asked for at once: the server makes them short, and has others to serve. */
const pagesAtOnce = 4;

/**
 * Every job, in order, for putting them in order: pages alone cannot say where a job stands among all. Asked for anew
 * each time; a job that moved from one page to another meanwhile is there once.
 */
export function allJobsQuery() {
  return queryOptions({
    queryKey: ['allJobs'],
    queryFn: ({ signal }) => readEveryPage(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useAllJobs() {
  return useQuery(allJobsQuery());
}

async function readEveryPage(signal: AbortSignal): Promise<ListedJob[]> {
  const read = (page: number) => readApi('getJobs', { query: { page }, signal });
  const first = await read(1);
  const jobs = [...first.data];
  for (let page = 2; page <= first.last_page; page += pagesAtOnce) {
    const numbers = Array.from(
      { length: Math.min(pagesAtOnce, first.last_page - page + 1) },
      (_, at) => page + at,
    );
    for (const { data } of await Promise.all(numbers.map(read))) jobs.push(...data);
  }
  return [...new Map(jobs.map((job) => [job.id, job])).values()];
}
