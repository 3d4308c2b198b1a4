import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { useSiteStatus } from '../../../api/site-status.ts';
import { useMay } from '../rights.ts';
import { browserFlag } from './browser-flag.ts';
import { stepsOf } from './steps.ts';

/** Set once a person has dismissed the list. */
const over = browserFlag('studio-first-steps-over', false);

/** The sample content that is left, and how much content is the company's own; only the embedded engine knows. */
export const sampleQuery = callQuery('getSample');

/**
 * Returns the first steps for an owner, with a function that dismisses them. There are none if all are done, after the
 * person has dismissed them, and while they are unknown.
 */
export function useFirstSteps() {
  const [isOver, setOver] = useState(over.isSet);
  const isKnown = useHostSupports('getSample') === true;
  const isOwner = useMay()('getSite') && isKnown && !isOver;
  const { data: sample } = useQuery({ ...sampleQuery, enabled: isOwner });
  const site = useSiteStatus();
  const steps = isOwner && sample && site ? stepsOf(sample.own, site.status) : [];
  return {
    steps: steps.every(({ isDone }) => isDone) ? [] : steps,
    dismiss: () => {
      over.set();
      setOver(true);
    },
  };
}
