import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pathTo } from '#shared/paths.ts';
import type { SampleStatus } from '#shared/schemas/sample.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { callQuery } from '../../../api/call-query.ts';
import { useSiteStatus } from '../../../api/desk-status.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { useMay } from '../access.tsx';
import { browserFlag } from './browser-flag.ts';

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

/** A task for an owner or the operator on the way to a complete site. */
interface Step {
  words: string;
  isDone: boolean;
  /** Screen on which an owner does it. Undefined for the operator's tasks, which no screen offers. */
  to?: string;
}

/** Returns the steps that apply to this site, in the order of the list. `own` has the numbers of the company's records. */
export function stepsOf(own: SampleStatus['own'], { setup, backup }: SiteStatus): Step[] {
  const content = (count: number, words: string, to: string) => ({ words, isDone: count > 0, to });
  const operator = (isDone: boolean | null | undefined, words: string) =>
    isDone === undefined || isDone === null ? [] : [{ words, isDone }];
  return [
    content(own.blog, 'Write a first post', `${pathTo('adminBlogs')}?form=new`),
    content(own.project, 'Add a first work', `${pathTo('adminPortfolio')}?form=project`),
    content(own.job, 'Post a first job', `${pathTo('adminDashboard')}?form=new`),
    ...operator(
      setup?.mail,
      'Have mail connected by whoever runs the server: until then, mails to applicants wait.',
    ),
    ...operator(
      backup && backup.last_at !== null,
      'Have backups made by whoever runs the server, best every night.',
    ),
    ...operator(setup?.domain, 'Have the site put at its own https address by whoever runs the server.'),
  ];
}

/** Returns how many of the steps are done, such as "1 of 6 done". */
export function doneOf(steps: readonly Step[]) {
  return `${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`;
}
