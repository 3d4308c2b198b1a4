import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { useSiteStatus } from '../../../api/site-status.ts';
import { useMay } from '../rights.ts';
import { browserFlag } from './browser-flag.ts';
import { type Step, stepsOf } from './steps.ts';

/** Set once a person has dismissed the list. */
const over = browserFlag('studio-first-steps-over', false);

/** Set once this browser has seen all steps done, so that no room is reserved for them. */
const allDone = browserFlag('studio-first-steps-done', true);

/** The sample content that is left, and how much content is the company's own; only the embedded engine knows. */
export const sampleQuery = callQuery('getSample');

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
  const isKnown = useHostSupports('getSample') === true;
  const isOwner = useMay()('getSite') && isKnown && !isOver;
  const { data: sample, isError } = useQuery({ ...sampleQuery, enabled: isOwner });
  const site = useSiteStatus();
  const steps = isOwner && sample && site ? stepsOf(sample.own, site.status) : [];
  const isAllDone = steps.length > 0 && steps.every(({ isDone }) => isDone);
  useEffect(() => {
    if (isAllDone) allDone.set();
  }, [isAllDone]);
  return {
    steps: isAllDone ? [] : steps,
    isPending: isOwner && !allDone.isSet() && !isError && !(sample && site),
    dismiss: () => {
      over.set();
      setOver(true);
    },
  };
}
