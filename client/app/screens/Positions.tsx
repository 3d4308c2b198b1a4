import { queryOptions, useQuery } from '@tanstack/react-query';
import { pathTo } from '#shared/paths.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { JobRow } from '../../site/jobs/JobRow.tsx';
import { noFilters, queryWith } from '../../site/jobs/job-search-params.ts';
import { openJobsQuery, useReadAt } from '../../site/jobs/queries.ts';
import { Onward } from '../../site/links.tsx';
import { LoadingList } from '../../site/PageStates.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../words.ts';
import styles from './Positions.module.css';

/** Number of open positions that pages of other features list. The job board has them all. */
const listed = 3;

/**
 * The first open positions, for pages of other features, with a link to the rest. Renders nothing if there are none or
 * they cannot be read.
 */
export function Positions() {
  const words = useWords(jobFacts);
  const jobs = useOpenPositions();
  const now = useReadAt(jobs);
  if (jobs.isPending) return <PositionsSkeleton />;
  if (jobs.isError || jobs.data.data.length === 0) return null;
  const { data, total } = jobs.data;
  const more = total - data.length;
  return (
    <>
      <ul className={styles.list}>
        {data.map((job) => (
          <li key={job.id}>
            <JobRow job={job} now={now} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Onward to={pathTo('careersApply')}>{words('fact.morePositions', { count: more })}</Onward>
      )}
    </>
  );
}

function PositionsSkeleton() {
  const words = useWords(jobFacts);
  return (
    <LoadingList className={styles.list} label={words('fact.loading')} count={listed}>
      {() => (
        <div className={styles.skeleton}>
          <Skeleton height="4.5rem" />
        </div>
      )}
    </LoadingList>
  );
}

/** The first open jobs, for home and careers, with what these pages show of all of them. */
export const openPositionsQuery = () =>
  queryOptions({
    queryKey: ['jobs', 'first'],
    // The read inside is retried.
    retry: false,
    queryFn: async ({ client }) => {
      const {
        data,
        total = data.length,
        facets,
        unlisted,
      } = await client.fetchQuery(openJobsQuery(noFilters, 1));
      return { data: data.slice(0, listed), total, departments: facets?.department ?? [], unlisted };
    },
  });

export const useOpenPositions = () => useQuery(openPositionsQuery());

/** Returns the path of the job list, filtered by department. */
export function departmentPath(department: string) {
  return pathTo('careersApply') + queryWith(new URLSearchParams(), { department });
}
