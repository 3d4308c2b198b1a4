import type { FieldErrors, Resolver } from 'react-hook-form';
import { isOver } from '#shared/job-words.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { describeTextSize, richTextBytes } from '../../../editor/content/text-size.ts';
import { type JobValues, wireOf } from './job-values.ts';

type Problems = Partial<Record<keyof JobValues, string>>;

/** What the rules on opening ask of the job as it is stored. */
export type StoredState = Pick<JobValues, 'status' | 'closes_at'>;

/**
 * What the server would refuse, in its words: the contract's schema, and what an open job must have. A text over the limit
 * is told here too, before megabytes travel to be refused.
 */
export function jobProblems(values: JobValues, before: StoredState, now: Date): Problems {
  const problems: Problems = {};
  const parsed = jobInputSchema.safeParse(wireOf(values));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] as keyof JobValues;
    problems[field] ??= message;
  }
  if (values.status === 'open') {
    if (isEmptyRichText(values.description)) problems.description ??= messages['job.descriptionRequired'];
    // A job that ran out may be corrected without touching its date.
    const opens = before.status !== 'open' || before.closes_at !== values.closes_at;
    if (opens && isOver({ closes_at: values.closes_at || null }, now)) {
      problems.closes_at ??= messages['job.closesInPast'];
    }
  }
  if (values.description.length > limits.richTextBytes / 4) {
    const size = describeTextSize(richTextBytes(values.description));
    if (size.over && size.text) problems.description ??= size.text;
  }
  return problems;
}

/** The rules in the form library's shape; `stored` is asked at each submit, since a newer version may have come. */
export function jobResolver(stored: () => StoredState): Resolver<JobValues> {
  return (values) => {
    const problems = Object.entries(jobProblems(values, stored(), new Date()));
    if (problems.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'rule', message }]));
    return { values: {}, errors: errors as FieldErrors<JobValues> };
  };
}
