import { isOver } from '#shared/job-labels.ts';
import { messages } from '#shared/messages.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { textTooLarge } from '../../../editor/text-size.ts';
import { type Problems, problemsOf } from '../../../forms/form-rules.ts';
import { type JobValues, wireOf } from './job-values.ts';

/** What the rules on opening ask of the job as it is stored. */
export type StoredState = Pick<JobValues, 'status' | 'closes_at'>;

/**
 * What the server would refuse, in its words: the contract's schema, and what an open job must have. A text over the limit
 * is told here too, before megabytes travel to be refused.
 */
export function jobProblems(values: JobValues, before: StoredState, now: Date): Problems<JobValues> {
  const problems = problemsOf<JobValues>(jobInputSchema, wireOf(values));
  if (values.status === 'open') {
    if (isEmptyRichText(values.description)) problems.description ??= messages['job.descriptionRequired'];
    // A job that ran out may be corrected without touching its date.
    const opens = before.status !== 'open' || before.closes_at !== values.closes_at;
    if (opens && isOver({ closes_at: values.closes_at || null }, now)) {
      problems.closes_at ??= messages['job.closesInPast'];
    }
  }
  const tooLarge = textTooLarge(values.description);
  if (tooLarge) problems.description ??= tooLarge;
  return problems;
}
