import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import {
  email,
  fieldsOf,
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
import { idField, idSchema } from './id.ts';

/**
 * Where an application stands (docs/architecture.md §4). `spam` is outside of the pipeline: lists show it only when asked.
 */
export const applicantStatuses = [
  'new',
  'reviewing',
  'shortlisted',
  'interview',
  'offered',
  'hired',
  'rejected',
  'withdrawn',
  'spam',
] as const;
export const applicantSorts = ['unread', 'newest', 'oldest', 'name', 'rating'] as const;
const bulkActions = [...applicantStatuses, 'delete', 'read', 'unread'] as const;

export type ApplicantStatus = (typeof applicantStatuses)[number];
export type ApplicantSort = (typeof applicantSorts)[number];
export type BulkAction = (typeof bulkActions)[number];

/** What the applicant sent, once. */
const sentSchema = z.object({
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullish(),
  city: z.string().nullish(),
  cover_letter: z.string().nullish(),
  portfolio_url: z.string().nullish(),
  linkedin_url: z.string().nullish(),
  source: z.string().nullish(),
  cv_name: z.string(),
  cv_mime: z.string(),
  cv_size: z.coerce.number().int(),
  /** When they agreed that it is kept. */
  consent_at: z.string(),
});

/**
 * An applicant (docs/architecture.md §4), with what they sent first: whoever knows an email address can apply under it again,
 * and must not replace a phone number or a CV. `job_id` is null for an application without a job. `retain_until` is a day.
 */
export const applicantSchema = sentSchema.extend({
  id: idSchema,
  job_id: idSchema.nullish(),
  job_title: z.string().nullish(),
  status: z.enum(applicantStatuses),
  reject_reason: z.string().nullish(),
  rating: z.coerce.number().int(),
  is_read: z.coerce.number().int(),
  retain_until: z.string(),
  submissions_count: z.coerce.number().int(),
  last_submitted_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** An applicant in a list: without the letter. */
export const listedApplicantSchema = applicantSchema.omit({ cover_letter: true });

/** One time that the person applied; the first has number 1. Its CV is downloadCv/{id}?submission={number}. */
const submissionSchema = sentSchema.extend({
  number: z.coerce.number().int(),
  created_at: z.string(),
});

export const applicantNoteSchema = z.object({
  id: idSchema,
  note: z.string(),
  who: z.string(),
  created_at: z.string(),
  /** Later than `created_at` when somebody corrected it. */
  updated_at: z.string().optional(),
});

/** What happened: an application came (`from` null, `who` null), or somebody moved the applicant on. */
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

/** How many applicants each status has, by the other filters. */
export const applicantCountsSchema = z.partialRecord(z.enum(applicantStatuses), z.coerce.number().int());

export type Applicant = z.infer<typeof applicantSchema>;
export type ListedApplicant = z.infer<typeof listedApplicantSchema>;
export type Submission = z.infer<typeof submissionSchema>;
export type ApplicantNote = z.infer<typeof applicantNoteSchema>;
export type ApplicantEvent = z.infer<typeof applicantEventSchema>;
export type SingleApplicant = z.infer<typeof singleApplicantSchema>;
export type ApplicantCounts = z.infer<typeof applicantCountsSchema>;

/** The texts of the apply form; the CV goes with them as a file. */
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

/** The body of updateApplicantStatus. What is not sent (or null) stays; an empty `reject_reason` takes the reason away. */
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

/** What somebody was before they were moved with others. */
export const movedFromSchema = applicantSchema.pick({ id: true, status: true, reject_reason: true });
export type MovedFrom = z.infer<typeof movedFromSchema>;

/** The body of bulkApplicants. */
export const bulkSchema = fieldsOf({
  ids: z
    .array(idField(), messages['applicants.chosen'])
    .min(1, messages['applicants.chosen'])
    .max(limits.bulkIds, messageText('applicants.tooMany', { limit: limits.bulkIds })),
  action: oneOf(bulkActions),
  /** Of a rejection; each of them gets it. */
  reject_reason: applicantChangeSchema.shape.reject_reason,
});
