import type { CallName } from '#shared/contract/index.ts';
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

/**
 * Returns the steps that apply to this site, in the order of the list. `missing` are the calls that the API host lacks:
 * what cannot be added is no step.
 */
export function stepsOf(
  own: OwnContent,
  { setup, backup }: SiteStatus,
  missing: readonly string[] = [],
): Step[] {
  const content = (
    count: number | undefined,
    call: CallName,
    label: string,
    action: string,
    to: string,
  ): Step[] =>
    count === undefined || missing.includes(call)
      ? []
      : [{ label, isDone: count > 0, link: { label: action, to } }];
  const operator = (isDone: boolean | null | undefined, label: string, words: string): Step[] =>
    isDone === undefined || isDone === null ? [] : [{ label, isDone, words }];
  const [blogs, portfolio, jobs] = [pathTo('adminBlogs'), pathTo('adminPortfolio'), pathTo('adminDashboard')];
  return [
    ...content(own.posts, 'saveBlog', 'A first post', 'Write a first post', `${blogs}?form=new`),
    ...content(own.works, 'addProject', 'A first work', 'Add a first work', `${portfolio}?form=project`),
    ...content(own.jobs, 'addJob', 'A first job', 'Post a first job', `${jobs}?form=new`),
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
