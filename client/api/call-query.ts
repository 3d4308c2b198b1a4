import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallName } from '#shared/contract/index.ts';
import { type CallOptions, readApi } from './call.ts';

interface How {
  staleTime?: number;
}

/** The query of one read. Its key begins with the name of the call, by which `refresh` finds it. */
export function callQuery<Name extends CallName>(
  name: Name,
  options: Pick<CallOptions, 'params' | 'query' | 'asStored'> = {},
  how: How = {},
) {
  return queryOptions({
    ...how,
    queryKey: [name, options],
    queryFn: ({ signal }) => readApi(name, { ...options, signal }),
  });
}

/** The query of one page of a list. The previous page is shown while another one loads. */
export function listQuery<Name extends CallName>(name: Name, query: CallOptions['query'], how: How = {}) {
  return queryOptions({
    ...how,
    queryKey: [name, query],
    queryFn: ({ signal }) => readApi(name, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The reads that show each kind of record, in the admin area and on the site. */
const reads = {
  account: ['getAccount'],
  blog: ['blogs', 'searchBlogs', 'blogSchedules', 'activeBlogs', 'singlePost'],
  intake: ['intake', 'siteStatus'],
  job: ['getJobs', 'jobSchedules', 'jobs', 'singleJob'],
  mail: ['getCandidateMails'],
  mailTemplate: ['getMailTemplates'],
  person: ['getPeople'],
  // A change of projects also concerns the categories, which contain the number of their projects.
  portfolio: [
    'getProjectCategory',
    'getSingleCategory',
    'getCategoryByTitle',
    'getProjects',
    'getSingleProject',
    'searchCategories',
    'searchProjects',
  ],
  redirect: ['getRedirects'],
  savedAnswer: ['getSavedAnswers'],
  security: ['accountSecurity'],
  team: ['getTeam', 'team', 'searchTeam'],
} satisfies Record<string, readonly CallName[]>;

/** Invalidates every query that shows this kind of record, and immediately refetches those on the screen. */
export function refresh(queries: QueryClient, kind: keyof typeof reads): void {
  for (const call of reads[kind]) void queries.invalidateQueries({ queryKey: [call] });
}
