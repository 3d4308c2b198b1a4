import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import {
  applicantChangeSchema,
  applicantCountsSchema,
  applicantNoteSchema,
  applicantSchema,
  applicantSorts,
  applicantStatuses,
  bulkSchema,
  listedApplicantSchema,
  movedFromSchema,
  noteInputSchema,
  singleApplicantSchema,
} from '../schemas/applicant.ts';
import { pageOf } from '../schemas/envelope.ts';
import { idParameter } from '../schemas/fields.ts';
import { countParameter, enumParameter, orNone, pageQuery, pageSize, searchText } from './query.ts';
import { defineRows } from './row.ts';
import type { UploadPolicy } from './upload-policy.ts';

/** `website` is a honeypot that people do not see. `form_token` comes from GET formToken. */
const applicationForm: UploadPolicy = {
  texts: [
    { name: 'name', size: 'short' },
    { name: 'email', size: 'short' },
    { name: 'phone', size: 'short' },
    { name: 'city', size: 'short' },
    { name: 'cover_letter', size: 'long' },
    { name: 'portfolio_url', size: 'short' },
    { name: 'linkedin_url', size: 'short' },
    { name: 'source', size: 'short' },
    { name: 'consent', size: 'short' },
    { name: 'website', size: 'short' },
    { name: 'form_token', size: 'short' },
  ],
  files: [{ name: 'cv', pattern: /^cv$/, kind: 'document', maxCount: 1 }],
};

/** Every accepted application gets this answer: a first one, a further one, and suspected spam. */
const received = z.object({ reference: z.string() });

/** A job's id, or `none` for applicants without a job. An empty value, as a form sends it, means no filter. */
const jobFilter = orNone(z.union([z.literal('none'), idParameter]), messages['field.badId']);

export const applicantFilters = z.object({
  job_id: jobFilter,
  status: enumParameter(applicantStatuses),
  search: searchText,
  is_read: enumParameter(['0', '1']),
});

export const applicantRows = defineRows({
  resource: 'applicant',
  answeredBy: 'applicants',
  method: 'POST',
  access: 'admin',
  origin: 'extension',
})({
  applyJob: {
    access: 'public',
    probed: true,
    summary: 'Apply without a particular job',
    without: 'there is no form for applications without a position; the email address is shown instead',
    data: received,
    upload: applicationForm,
  },
  applyJobFor: {
    path: '/api/applyJob/{id}',
    id: 'job',
    access: 'public',
    summary: 'Apply for an open job; 410 once it is closed',
    without: 'the page of a job shows the email address instead of a form',
    data: received,
    upload: applicationForm,
  },
  getApplicants: {
    method: 'GET',
    ids: { job_id: 'job' },
    needs: 'applicants.read',
    summary: 'Applicants, unread first, with counts; spam only when asked for',
    without: 'the Applicants screen of the admin area says that the host does not support it',
    probed: true,
    query: pageQuery.extend({
      per_page: pageSize,
      ...applicantFilters.shape,
      sort: enumParameter(applicantSorts),
    }),
    data: pageOf(listedApplicantSchema).extend({
      counts: applicantCountsSchema.optional(),
      unread: z.coerce.number().int().optional(),
    }),
  },
  getSingleApplicant: {
    method: 'GET',
    id: 'applicant',
    needs: 'applicants.read',
    summary: 'One applicant with submissions, notes and history; marks the applicant as read',
    without: 'an applicant cannot be opened',
    data: singleApplicantSchema,
    marks: true,
  },
  downloadCv: {
    method: 'GET',
    id: 'applicant',
    needs: 'applicants.read',
    summary: 'The CV of an applicant as a file, from the first submission unless `submission` names another',
    log: 'downloaded a CV',
    without: 'CVs cannot be downloaded',
    query: z.object({
      submission: countParameter(limits.page),
    }),
    data: z.undefined(),
    download: true,
  },
  exportApplicants: {
    method: 'GET',
    ids: { job_id: 'job' },
    needs: 'applicants.read',
    summary: 'All applicants that match the filters, as a CSV file',
    log: 'exported applicants',
    without: 'applicants cannot be exported',
    query: applicantFilters,
    data: z.undefined(),
    download: true,
  },
  updateApplicantStatus: {
    id: 'applicant',
    needs: 'applicants.write',
    summary: 'Change status, rating, read mark or retention of an applicant',
    log: 'changed an applicant',
    without: 'status, rating and retention of an applicant cannot be changed',
    body: applicantChangeSchema,
    data: applicantSchema,
  },
  addApplicantNote: {
    resource: 'applicant_note',
    id: 'applicant',
    needs: 'applicants.write',
    summary: 'Add a note to an applicant',
    log: 'added a note to an applicant',
    without: 'notes on an applicant cannot be added',
    body: noteInputSchema,
    data: applicantNoteSchema,
  },
  updateApplicantNote: {
    id: 'applicant_note',
    resource: 'applicant_note',
    needs: 'applicants.write',
    summary: 'Correct the text of a note',
    log: 'corrected a note',
    without: 'notes on an applicant cannot be corrected',
    body: noteInputSchema,
    data: applicantNoteSchema,
  },
  deleteApplicantNote: {
    id: 'applicant_note',
    resource: 'applicant_note',
    needs: 'applicants.write',
    summary: 'Delete a note',
    log: 'deleted a note',
    without: 'notes on an applicant cannot be deleted',
    data: z.unknown(),
  },
  bulkApplicants: {
    ids: { ids: 'applicant' },
    needs: 'applicants.write',
    namesOne: true,
    summary: 'Change, delete or mark many applicants',
    log: { words: 'changed or deleted an applicant in bulk', id: 'ids' },
    without: 'several applicants cannot be changed at once',
    body: bulkSchema,
    data: z.object({ changed: z.coerce.number().int(), before: z.array(movedFromSchema).optional() }),
  },
  deleteApplicant: {
    id: 'applicant',
    needs: 'applicants.write',
    summary: 'Delete an applicant',
    log: 'deleted an applicant',
    without: 'applicants cannot be deleted',
    data: z.unknown(),
  },
});
