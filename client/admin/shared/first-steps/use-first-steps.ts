import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readApi } from '../../../api/call.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { useSiteStatus } from '../../../api/site-status.ts';
import { useMay } from '../rights.ts';
import { sampleQuery } from './sample-query.ts';
import { type OwnContent, type Step, stepsOf } from './steps.ts';

/** Key in this browser's storage. Set once a person has dismissed the list, or has seen that all steps are done. */
const key = 'studio-first-steps-over';

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
  const [isOver, setOver] = useState(readOver);
  const hasSample = useHostSupports('getSample');
  const isOwner = useMay()('getSite') && !isOver;
  const engine = useQuery({ ...sampleQuery, enabled: isOwner && hasSample === true }).data;
  const host = useQuery({ ...hostContentQuery, enabled: isOwner && hasSample === false }).data;
  const told = useSiteStatus();
  const dismiss = () => {
    saveOver();
    setOver(true);
  };
  const own = engine ? { posts: engine.own.blog, works: engine.own.project, jobs: engine.own.job } : host;
  if (!isOwner || !own || !told) return { steps: [], dismiss };
  const steps = stepsOf(own, told.status);
  return { steps: steps.every(({ isDone }) => isDone) ? [] : steps, dismiss };
}

function readOver(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function saveOver(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // The storage is blocked or full, so the list appears again on the next visit.
  }
}
