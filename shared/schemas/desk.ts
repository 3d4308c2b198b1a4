import { z } from 'zod';
import { deskMessages } from '../desk-messages.ts';
import { limits } from '../limits.ts';
import { messageText } from '../messages.ts';
import { applicantStatuses } from './applicant.ts';
import { fieldsOf, idSchema, line, optionalIdField, paragraphs, version } from './fields.ts';

/** A reply that is saved so that it can be sent to many visitors, as plain text. */
export const savedAnswerSchema = z.object({
  id: idSchema,
  title: z.string(),
  text: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type SavedAnswer = z.infer<typeof savedAnswerSchema>;

const savedAnswerFields = {
  title: line(),
  text: paragraphs(limits.message),
};

export const savedAnswerInputSchema = fieldsOf(savedAnswerFields);
export const savedAnswerChangeSchema = fieldsOf({ ...savedAnswerFields, updated_at: version() });

/** An admin who may read messages. */
export const colleagueSchema = z.object({ id: idSchema, name: z.string() });

export type Colleague = z.infer<typeof colleagueSchema>;

/** The body of assignMessage; without a colleague the message is unassigned. */
export const assignmentSchema = fieldsOf({
  admin_id: optionalIdField(),
  updated_at: version(),
});

/** The body of answerMessage. A repeated call with the same `key` sends no second mail. */
export const answerInputSchema = fieldsOf({ text: paragraphs(limits.message), key: line(100) });

/**
 * Another applicant record with the same email address: an application for another job, or one that was not added to
 * the first record.
 */
const otherApplicationSchema = z.object({
  id: idSchema,
  job_id: idSchema.nullish(),
  job_title: z.string().nullish(),
  name: z.string(),
  status: z.enum(applicantStatuses),
  last_submitted_at: z.string(),
});

export type OtherApplication = z.infer<typeof otherApplicationSchema>;

export const otherApplicationsSchema = z.object({
  /** The newest applications first, at most `limits.otherApplications`. */
  data: z.array(otherApplicationSchema),
  total: z.coerce.number().int(),
});

/** The stages of a job's board, in their order: every status except spam. */
export const boardStages = applicantStatuses.filter((status) => status !== 'spam');

export type BoardStage = (typeof boardStages)[number];

const badStages = messageText('field.notOneOf', { list: boardStages.join(', ') });

/** The body of setHiddenStages: the stages that a job's board does not show. At least one stage must remain. */
export const hiddenStagesInputSchema = fieldsOf({
  hidden: z
    .array(z.enum(boardStages, badStages), badStages)
    .transform((stages) => boardStages.filter((stage) => stages.includes(stage)))
    .refine((stages) => stages.length < boardStages.length, deskMessages['desk.everyStage']),
});

export const hiddenStagesSchema = z.object({ hidden: z.array(z.enum(boardStages)) });
