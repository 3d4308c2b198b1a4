import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readApi } from '../../../api/call.ts';
import { useHostSupports, useMissingCalls } from '../../../api/host-support.ts';
import { useSiteStatus } from '../../../api/site-status.ts';
import { useMay } from '../rights.ts';
import { browserFlag } from './browser-flag.ts';
import { type OwnContent, type Step, stepsOf } from './steps.ts';

/** Set once a person has dismissed the list. */
const over = browserFlag('studio-first-steps-over', false);

/** Set once this browser has seen all steps done, so that no room is reserved for them. */
const allDone = browserFlag('studio-first-steps-done', true);

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

interface FirstSteps {
  /** Empty if all are done, after the person has dismissed them, and while they are unknown. */
  steps: Step[];
  /** True while it is unknown whether there are steps. False in a browser that has seen all of them done. */
  isPending: boolean;
  dismiss: () => void;
}

/** Returns the first steps for an owner, with a function that dismisses them. */
export function useFirstSteps(): FirstSteps {
  const [isOver, setOver] = useState(over.isSet);
  const hasSample = useHostSupports('getSample');
  const isOwner = useMay()('getSite') && !isOver;
  const engine = useQuery({ ...sampleQuery, enabled: isOwner && hasSample === true });
  const host = useQuery({ ...hostContentQuery, enabled: isOwner && hasSample === false });
  const missing = useMissingCalls();
  const site = useSiteStatus();
  const own = engine.data
    ? { posts: engine.data.own.blog, works: engine.data.own.project, jobs: engine.data.own.job }
    : host.data;
  const steps = isOwner && own && site ? stepsOf(own, site.status, missing) : [];
  const isAllDone = steps.length > 0 && steps.every(({ isDone }) => isDone);
  useEffect(() => {
    if (isAllDone) allDone.set();
  }, [isAllDone]);
  const isFailed = engine.isError || host.isError;
  return {
    steps: isAllDone ? [] : steps,
    isPending: isOwner && !allDone.isSet() && !isFailed && !(own && site),
    dismiss: () => {
      over.set();
      setOver(true);
    },
  };
}
