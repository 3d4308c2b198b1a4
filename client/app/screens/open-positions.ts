import { pathTo } from '#shared/paths.ts';
import { facets, noFilters, queryWith } from '../../site/jobs/list/job-filters.ts';
import { openJobsQuery, useOpenJobs } from '../../site/jobs/open-jobs.ts';

/** The open jobs of the first page, which other pages show some of. */
export const openPositionsQuery = () => openJobsQuery(noFilters, 1);

export const useOpenPositions = () => useOpenJobs(noFilters, 1);

/** The list of jobs, of one department. */
export function departmentPath(department: string): string {
  const [{ name }] = facets;
  return pathTo('careersApply') + queryWith(new URLSearchParams(), { [name]: department });
}
