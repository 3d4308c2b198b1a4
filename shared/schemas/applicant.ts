import { z } from 'zod';
import {
  applicant,
  applicantStatuses,
  closedStatuses,
  noteFields,
  sentFields,
} from '../entities/applicant.ts';
import { answerShape } from '../entities/entity.ts';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import {
  email,
  fieldsOf,
  idField,
  idSchema,
  line,
  oneOf,
  optionalBinary,
  optionalDate,
  optionalInteger,
  optionalLine,
  optionalOneOf,
  optionalParagraphs,
  optionalPhone,
  optionalUrl,
  paragraphs,
  version,
} from './fields.ts';

export { applicantStatuses, closedStatuses };

export const applicantSorts = ['unread', 'newest', 'oldest', 'name', 'rating'] as const;

const bulkActions = [...applicantStatuses, 'delete', 'read', 'unread'] as const;

export type ApplicantStatus = (typeof applicantStatuses)[number];
export type ApplicantSort = (typeof applicantSorts)[number];
export type BulkAction = (typeof bulkActions)[number];

const sentSchema = z.object(answerShape(sentFields));

/** An applicant (shared/entities/README.md). `retain_until` is a day. */
export const applicantSchema = z.object(answerShape(applicant.fields));

/** An applicant in a list: without the cover letter. */
export const listedApplicantSchema = applicantSchema.omit({ cover_letter: true }).extend({
  /** 1 if the same person has applied before: a further submission, or an earlier applicant with the email address. */
  applied_again: z.coerce.number().int().optional(),
  /** The number of links in the letter. A letter with `suspectLinks` or more of them is marked. */
  letter_links: z.coerce.number().int().optional(),
});

export const suspectLinks = 2;

/** One application of a person; the first one has number 1. Its CV is at downloadCv/{id}?submission={number}. */
const submissionSchema = sentSchema.extend({
  number: z.coerce.number().int(),
  created_at: z.string(),
});

export const applicantNoteSchema = z.object(answerShape(noteFields));

/** An event in the history: an application arrived (`from` and `who` are null), or an admin changed the status. */
const applicantEventSchema = z.object({
  id: idSchema,
  type: z.enum(['submitted', 'status']),
  from: z.enum(applicantStatuses).nullish(),
  to: z.enum(applicantStatuses),
  who: z.string().nullish(),
  when: z.string(),
});

export const singleApplicantSchema = applicantSchema.extend({
  submissions: z.array(submissionSchema),
  notes: z.array(applicantNoteSchema),
  events: z.array(applicantEventSchema),
});

/** The number of applicants for each status. All filters except that by status are applied. */
export const applicantCountsSchema = z.partialRecord(z.enum(applicantStatuses), z.coerce.number().int());

export type Applicant = z.infer<typeof applicantSchema>;
export type ListedApplicant = z.infer<typeof listedApplicantSchema>;
export type Submission = z.infer<typeof submissionSchema>;
export type ApplicantNote = z.infer<typeof applicantNoteSchema>;
export type ApplicantEvent = z.infer<typeof applicantEventSchema>;
export type SingleApplicant = z.infer<typeof singleApplicantSchema>;
export type ApplicantCounts = z.infer<typeof applicantCountsSchema>;

/** The texts of the application form; the CV is sent with them as a file. */
export const applicationSchema = fieldsOf({
  name: line(limits.line, 'applicant.nameRequired'),
  email: email('applicant.emailRequired'),
  phone: optionalPhone(),
  city: optionalLine(),
  cover_letter: optionalParagraphs(limits.coverLetter),
  portfolio_url: optionalUrl(),
  linkedin_url: optionalUrl(),
  source: optionalLine(),
  consent: z.literal(['1', 'on', 'true'], messages['applicant.consentRequired']),
});

export type Application = z.infer<typeof applicationSchema>;

/**
 * The body of updateApplicantStatus. Missing or null fields stay unchanged; an empty `reject_reason` removes the
 * reason.
 */
export const applicantChangeSchema = fieldsOf({
  status: optionalOneOf(applicantStatuses),
  reject_reason: z.union([z.literal(''), optionalParagraphs(limits.note)], messages['field.notText']),
  rating: optionalInteger(0, limits.rating),
  is_read: optionalBinary(),
  retain_until: optionalDate(),
  updated_at: version(),
});

export type ApplicantChange = z.infer<typeof applicantChangeSchema>;

/** The body of addApplicantNote. */
export const noteInputSchema = fieldsOf({ note: paragraphs(limits.note, 'applicant.noteRequired') });

/** The state of an applicant before a bulk change. */
export const movedFromSchema = applicantSchema
  .pick({ id: true, status: true, reject_reason: true })
  .extend({ is_read: z.coerce.number().int().optional() });
export type MovedFrom = z.infer<typeof movedFromSchema>;

/** The body of bulkApplicants. */
export const bulkSchema = fieldsOf({
  ids: z
    .array(idField(), messages['applicants.chosen'])
    .min(1, messages['applicants.chosen'])
    .max(limits.bulkIds, messageText('applicants.tooMany', { limit: limits.bulkIds })),
  action: oneOf(bulkActions),
  /** The reason for rejection, which each applicant of the call gets. */
  reject_reason: applicantChangeSchema.shape.reject_reason,
});
