import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readApi } from '../../../api/call.ts';
import { hostCallsQuery, useHostSupports } from '../../../api/host-support.ts';
import { useSiteStatus } from '../../../api/site-status.ts';
import { useMay } from '../rights.ts';
import { browserFlag } from './browser-flag.ts';
import { type OwnContent, type Step, stepsOf } from './steps.ts';

/** Set once a person has dismissed the list. */
const over = browserFlag('studio-first-steps-over', false);

/** The sample content that is left, and how much content is the company's own; only the embedded engine knows. */
export const sampleQuery = queryOptions({
  queryKey: ['getSample'],
  queryFn: ({ signal }) => readApi('getSample', { signal }),
});

/** The first records of the lists of a host, which has no sample content. */
const hostContentQuery = queryOptions({
  queryKey: ['firstSteps', 'hostContent'],
  queryFn: async ({ signal }): Promise<OwnContent> => {
    const query = { page: 1 };
    const totals = await Promise.allSettled([
      readApi('blogs', { query, signal }),
      readApi('getProjectCategory', { query, signal }),
      readApi('getJobs', { query, signal }),
    ]);
    const [posts, works, jobs] = totals.map((total) =>
      total.status === 'fulfilled' ? total.value.total : undefined,
    );
    return { posts, works, jobs };
  },
});

/**
 * Returns the first steps for an owner, with a function that dismisses them. No steps if all are done, after they were
 * dismissed, and while they are unknown.
 */
export function useFirstSteps(): { steps: Step[]; dismiss: () => void } {
  const [isOver, setOver] = useState(over.isSet);
  const hasSample = useHostSupports('getSample');
  const isOwner = useMay()('getSite') && !isOver;
  const engine = useQuery({ ...sampleQuery, enabled: isOwner && hasSample === true }).data;
  const host = useQuery({ ...hostContentQuery, enabled: isOwner && hasSample === false }).data;
  const { missing } = useQuery(hostCallsQuery).data ?? {};
  const site = useSiteStatus();
  const dismiss = () => {
    over.set();
    setOver(true);
  };
  const own = engine ? { posts: engine.own.blog, works: engine.own.project, jobs: engine.own.job } : host;
  if (!isOwner || !own || !site) return { steps: [], dismiss };
  const steps = stepsOf(own, site.status, missing);
  return { steps: steps.every(({ isDone }) => isDone) ? [] : steps, dismiss };
}
