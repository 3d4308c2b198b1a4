import { pathTo } from '#shared/paths.ts';
import type { SampleStatus } from '#shared/schemas/sample.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';

/** A task for an owner or the operator on the way to a complete site. */
export interface Step {
  words: string;
  isDone: boolean;
  /** Screen on which an owner does it. Undefined for the operator's tasks, which no screen offers. */
  to?: string;
}

/** Returns the steps that apply to this site, in the order of the list. `own` has the numbers of the company's records. */
export function stepsOf(own: SampleStatus['own'], { setup, backup }: SiteStatus): Step[] {
  const content = (count: number, words: string, to: string): Step => ({ words, isDone: count > 0, to });
  const operator = (isDone: boolean | null | undefined, words: string): Step[] =>
    isDone === undefined || isDone === null ? [] : [{ words, isDone }];
  return [
    content(own.blog, 'Write a first post', `${pathTo('adminBlogs')}?form=new`),
    content(own.project, 'Add a first work', `${pathTo('adminPortfolio')}?form=project`),
    content(own.job, 'Post a first job', `${pathTo('adminDashboard')}?form=new`),
    ...operator(setup?.mail, 'The operator sets SMTP_URL and MAIL_FROM, so that mails are sent.'),
    ...operator(
      backup && backup.last_at !== null,
      'The operator runs "npm run studio -- backup", best every night.',
    ),
    ...operator(setup?.domain, 'The operator sets PUBLIC_URL to the https address that visitors will use.'),
  ];
}

/** Returns how many of the steps are done, such as "1 of 6 done". */
export function doneOf(steps: readonly Step[]): string {
  return `${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`;
}
