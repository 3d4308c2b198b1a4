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

/** Numbers of the company's own records. Undefined for a kind that the API host does not have. */
export interface OwnContent {
  posts: number | undefined;
  works: number | undefined;
  jobs: number | undefined;
}

/** Returns the steps that apply to this site, in the order of the list. */
export function stepsOf(own: OwnContent, { setup, backup }: SiteStatus): Step[] {
  const content = (count: number | undefined, label: string, action: string, to: string): Step[] =>
    count === undefined ? [] : [{ label, isDone: count > 0, link: { label: action, to } }];
  const operator = (isDone: boolean | null | undefined, label: string, words: string): Step[] =>
    isDone === undefined || isDone === null ? [] : [{ label, isDone, words }];
  return [
    ...content(own.posts, 'A first post', 'Write a post', `${pathTo('adminBlogs')}?form=new`),
    ...content(own.works, 'A first work', 'Add work', pathTo('adminPortfolio')),
    ...content(own.jobs, 'A first job', 'Post a job', `${pathTo('adminDashboard')}?form=new`),
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
