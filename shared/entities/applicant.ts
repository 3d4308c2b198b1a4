import { z } from 'zod';
import { idSchema } from '../schemas/fields.ts';
import { defineEntity } from './entity.ts';
import { derived, given, ownId } from './field.ts';

/**
 * The status of an application (shared/entities/README.md). `spam` is outside of the pipeline: lists show it only on
 * request.
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

/** Statuses that end an application. */
export const closedStatuses: readonly (typeof applicantStatuses)[number][] = [
  'hired',
  'rejected',
  'withdrawn',
  'spam',
];

const optional = z.string().nullish();
const whole = z.coerce.number().int();
const nullable = { stored: 'nullable' } as const;

/**
 * The fields of one application. When an applicant is erased, these fields of all applications are erased, files
 * included.
 */
export const sentFields = {
  reference: given('line', z.string(), {}),
  name: given('line', z.string(), { fallback: '' }),
  email: given('line', z.string(), { fallback: '' }),
  phone: given('line', optional, nullable),
  city: given('line', optional, nullable),
  cover_letter: given('text', optional, nullable),
  portfolio_url: given('link', optional, nullable),
  linkedin_url: given('link', optional, nullable),
  source: given('line', optional, nullable),
  cv_name: given('file', z.string(), { fallback: '' }),
  cv_mime: given('file', z.string(), { fallback: '' }),
  cv_size: given('file', whole, { fallback: 0 }),
  /** Time at which the applicant agreed to the storage of the application. */
  consent_at: given('moment', z.string(), { fallback: '' }),
};

/** Fields that admins or the system set for an applicant. */
export const deskFields = {
  id: ownId(),
  /** Null for an application without a job. */
  job_id: given('reference', idSchema.nullish(), { ...nullable, refersTo: 'jobs' }),
  job_title: given('line', optional, nullable),
  status: given('choice', z.enum(applicantStatuses), { words: applicantStatuses, fallback: 'new' }),
  reject_reason: given('text', optional, nullable),
  rating: given('number', whole, { stored: 'fallback', fallback: 0 }),
  // An applicant without this field counts as read. Otherwise all applicants of a host that does not send the field
  // would look unread for ever.
  is_read: given('flag', whole, { stored: 'fallback', fallback: 1 }),
  /** The day after which all data of the applicant is erased. */
  retain_until: given('day', z.string(), { stored: 'fallback', fallback: '' }),
  created_at: given('moment', z.string(), { fallback: '' }),
  updated_at: given('moment', z.string(), { fallback: '' }),
};

export const noteFields = {
  id: ownId(),
  note: given('text', z.string(), {}),
  who: given('line', z.string(), { stored: 'nullable', fallback: '' }),
  created_at: given('moment', z.string(), { fallback: '' }),
  /** When the note was last edited; later than `created_at` if it was edited at all. */
  updated_at: given('moment', z.string().optional(), {}),
};

/**
 * An applicant (shared/entities/README.md), with the data of the first application. Later applications under the same
 * email address do not replace it, because another person may have sent them.
 */
export const applicant = defineEntity({
  resource: 'applicant',
  one: 'an applicant',
  area: 'applicants',
  archive: 'applicants',
  table: 'applicants',
  title: 'name',
  calls: { all: 'getApplicants', one: 'getSingleApplicant', remove: 'deleteApplicant' },
  fields: {
    ...sentFields,
    ...deskFields,
    submissions_count: derived(whole, { fallback: 1 }),
    last_submitted_at: given('moment', z.string(), { fallback: '' }),
  },
});
