import { pathTo } from '#shared/paths.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';

/** A task for an owner or the operator on the way to a complete site. */
export interface Step {
  label: string;
  isDone: boolean;
  /** Screen on which an owner does it. */
  link?: { label: string; to: string };
  /** The operator's task, for steps that no screen offers. */
  words?: string;
}

/** Returns the steps that apply to this site, in the order of the list. `own` has the numbers of the company's records. */
export function stepsOf(
  own: Record<'blog' | 'project' | 'job', number>,
  { setup, backup }: SiteStatus,
): Step[] {
  const operator = (isDone: boolean | null | undefined, label: string, words: string): Step[] =>
    isDone === undefined || isDone === null ? [] : [{ label, isDone, words }];
  return [
    {
      label: 'A first post',
      isDone: own.blog > 0,
      link: { label: 'Write a first post', to: `${pathTo('adminBlogs')}?form=new` },
    },
    {
      label: 'A first work',
      isDone: own.project > 0,
      link: { label: 'Add a first work', to: `${pathTo('adminPortfolio')}?form=project` },
    },
    {
      label: 'A first job',
      isDone: own.job > 0,
      link: { label: 'Post a first job', to: `${pathTo('adminDashboard')}?form=new` },
    },
    ...operator(setup?.mail, 'Mail', 'The operator sets SMTP_URL and MAIL_FROM, so that mails are sent.'),
    ...operator(
      backup && backup.last_at !== null,
      'Backup',
      'The operator runs "npm run studio -- backup", best every night.',
    ),
    ...operator(
      setup?.domain,
      'Domain',
      'The operator sets PUBLIC_URL to the https address that visitors will use.',
    ),
  ];
}

/** Returns how far the steps are, in a few words: "1 of 6 done · next: Add a first work". */
export function summaryOf(steps: readonly Step[]): string {
  const next = steps.find(({ isDone }) => !isDone);
  const done = `${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`;
  return next ? `${done} · next: ${next.link?.label ?? next.label}` : done;
}
