import type { CallName } from '#shared/contract/index.ts';
import { isTextCode, textOf } from '#shared/desk-messages.ts';
import type { IntakeItem } from '#shared/schemas/intake.ts';
import type { BadgeTone } from '../../ui/Badge.tsx';
import { formatDayAndTime } from '../../ui/dates.ts';

const calls = new Map<string, string>([
  ['applyJob', 'Application'],
  ['applyJobFor', 'Application for a job'],
  ['contactUs', 'Message'],
  ['requestAccountDeletion', 'Deletion request'],
] satisfies [CallName, string][]);

/** Returns the kind of form as the admin area names it. */
export function whatOf({ call }: IntakeItem): string {
  return calls.get(call) ?? call;
}

/** Returns the sender's name, email or account; the form's reference if it has none of them. */
export function senderOf({ fields, reference }: IntakeItem): string {
  return fields.name || fields.email || fields.account_identifier || reference;
}

export const stateBadges: Record<IntakeItem['state'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'accent' },
  aside: { label: 'Set aside', tone: 'signal' },
  needs_person: { label: 'Needs a person', tone: 'danger' },
  suspect: { label: 'Looks automated', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'success' },
};

const stateTexts: Record<IntakeItem['state'], string> = {
  waiting: 'It is delivered automatically once the API host accepts it.',
  aside: 'It failed several times, so others go first. It is still retried from time to time.',
  needs_person: 'The API host refused it, so it is not sent again automatically.',
  suspect: 'It looks automated, so it is not sent automatically.',
  delivered: 'The API host has it.',
};

/** Describes the state of a form and what happens next. */
export function stateText({ state, may_be_twice: twice }: IntakeItem): string {
  const text = stateTexts[state];
  if (!twice) return text;
  return state === 'delivered'
    ? `${text} An earlier try ended without an answer, so it may be there twice. Look there, delete one of the two, and choose Done.`
    : `${text} A try ended without an answer, so it may be there already. Look there before you send it again.`;
}

/**
 * Returns a text such as "Tried 3 times" or "Not tried yet". The first try, for which the visitor waited, is not
 * counted in `attempts`; if it was made, `last_problem` is set.
 */
export function triesText({ attempts, last_problem: problem }: IntakeItem): string {
  if (attempts === 0) return problem ? 'Tried when it was sent' : 'Not tried yet';
  return attempts === 1 ? 'Tried once' : `Tried ${attempts} times`;
}

/** Returns a text for the time until the next automatic try, counted from `now`; undefined if there is none. */
export function nextText({ next_at: next }: IntakeItem, now: number): string | undefined {
  const at = Date.parse(next ?? '');
  if (Number.isNaN(at)) return undefined;
  return at <= now ? 'next try soon' : `next try ${formatDayAndTime(at, now)}`;
}

/**
 * Texts for failed deliveries. The texts of `messages` do not fit, because they ask a visitor to try again, but here
 * the product itself tries again.
 */
const problems = new Map([
  ['upstream.unreachable', 'The API host could not be reached.'],
  ['upstream.timeout', 'The API host did not answer in time.'],
  ['upstream.down', 'The API host is down.'],
  ['upstream.failed', 'The API host failed.'],
  ['upstream.busy', 'The API host is busy.'],
  ['upstream.badAnswer', 'The API host sent an answer that cannot be read.'],
  ['upstream.refused', 'The API host refused it.'],
]);

/** Describes the problem of the last try; undefined when there was none. */
export function problemText({ last_problem: problem }: IntakeItem): string | undefined {
  if (!problem) return undefined;
  const { code, status, message } = problem;
  const ours = problems.get(code) ?? (isTextCode(code) ? textOf(code) : code);
  if (status === null) return message || ours;
  return message ? `The API host answered ${status}: ${message}` : `${ours} It answered ${status}.`;
}

/** Returns true for an application whose job the host no longer has: it can be sent without a job. */
export function canGoWithoutJob({ call, last_problem: problem }: IntakeItem) {
  return call === ('applyJobFor' satisfies CallName) && [404, 410].includes(problem?.status ?? 0);
}

const fieldLabels = new Map([
  ['name', 'Name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['city', 'City'],
  ['portfolio_url', 'Portfolio'],
  ['linkedin_url', 'LinkedIn'],
  ['cover_letter', 'Cover letter'],
  ['source', 'Source'],
  ['consent', 'Consent'],
  ['job_id', 'Job'],
  ['subject', 'Subject'],
  ['message', 'Message'],
  ['app_name', 'App'],
  ['account_identifier', 'Account'],
]);

/**
 * Returns the input in the order of the form's fields. Blank fields are left out. Input for an unknown field comes
 * last.
 */
export function fieldsOf({ fields }: IntakeItem) {
  const known = [...fieldLabels.keys()];
  const place = (name: string) => (fieldLabels.has(name) ? known.indexOf(name) : known.length);
  return Object.entries(fields)
    .filter(([, text]) => text.trim() !== '')
    .sort(([one], [other]) => place(one) - place(other))
    .map(([name, text]) => ({ name, label: fieldLabels.get(name) ?? name, text: readable(name, text) }));
}

function readable(name: string, text: string): string {
  return name === 'consent' && text === '1' ? 'Given' : text;
}
