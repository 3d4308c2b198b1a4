import { z } from 'zod';
import { accountSchema, endSessionSchema } from '../../schemas/account.ts';
import { hiddenStagesInputSchema, hiddenStagesSchema, otherApplicationsSchema } from '../../schemas/desk.ts';
import { changePasswordSchema } from '../../schemas/password.ts';
import { sampleRemovalSchema, sampleStatusSchema } from '../../schemas/sample.ts';
import { scheduleInputSchema, scheduleSchema } from '../../schemas/schedule.ts';
import { defineRows } from '../row.ts';
import { activityRows } from './activity.ts';
import { answerRows, candidateMailRows } from './answers.ts';
import { contentRows, previewRows, trashRows, versionRows } from './content.ts';
import { findRows } from './find.ts';
import { accountLinkRows, peopleRows, secondStepRows } from './people.ts';
import { pictureRows } from './pictures.ts';
import { redirectRows } from './redirects.ts';
import { siteRows } from './site.ts';

const scheduleRows = defineRows({ answeredBy: 'host', method: 'GET', access: 'admin', origin: 'extension' })({
  blogSchedules: {
    needs: 'content.read',
    probed: true,
    summary: 'The schedules of posts: when they are published and unpublished',
    without: 'posts cannot be scheduled',
    data: z.array(scheduleSchema),
  },
  scheduleBlog: {
    method: 'POST',
    id: 'blog',
    needs: 'content.write',
    summary: 'Set when a post is published and unpublished; both null removes the schedule',
    log: 'scheduled a post',
    without: 'scheduling a post fails with a message',
    body: scheduleInputSchema,
    data: scheduleSchema.nullable(),
  },
  jobSchedules: {
    needs: 'jobs.read',
    summary: 'The schedules of jobs: when they are opened and closed',
    without: 'jobs cannot be scheduled',
    answeredBy: 'jobs',
    data: z.array(scheduleSchema),
  },
  scheduleJob: {
    method: 'POST',
    id: 'job',
    needs: 'jobs.write',
    summary: 'Set when a job is opened and closed; both null removes the schedule',
    log: 'scheduled a job',
    without: 'scheduling a job fails with a message',
    answeredBy: 'jobs',
    body: scheduleInputSchema,
    data: scheduleSchema.nullable(),
  },
});

/** Further calls for the applicants' screens (docs/product.md §20). */
const stageRows = defineRows({
  answeredBy: 'applicants',
  method: 'GET',
  access: 'admin',
  needs: 'applicants.read',
  origin: 'extension',
})({
  getOtherApplications: {
    id: 'applicant',
    summary: 'The other applications of the same person',
    without: 'an applicant shows only this application',
    data: otherApplicationsSchema,
  },
  getHiddenStages: {
    id: 'job',
    summary: 'The stages that are hidden on the board of this job',
    without: 'the board of a job shows every stage',
    data: hiddenStagesSchema,
  },
  setHiddenStages: {
    method: 'POST',
    id: 'job',
    needs: 'applicants.write',
    summary: 'Set which stages are hidden on the board of this job, for all admins',
    log: 'chose the stages of a job',
    without: 'stages of a job cannot be hidden',
    body: hiddenStagesInputSchema,
    data: hiddenStagesSchema,
  },
});

const accountRows = defineRows({
  answeredBy: 'host',
  method: 'POST',
  access: 'admin',
  needs: 'own',
  origin: 'extension',
})({
  getAccount: {
    method: 'GET',
    probed: true,
    summary: 'Your own account: name, role and sessions',
    without: 'the admin area has no account screen',
    data: accountSchema,
  },
  changePassword: {
    summary: 'Change your own password; every other session of yours ends',
    log: 'changed their password',
    without: 'the admin area does not offer to change the password',
    body: changePasswordSchema,
    data: z.unknown(),
  },
  endSession: {
    summary: 'End one of your own sessions',
    log: 'ended one of their sessions',
    without: 'admins cannot end a single session',
    body: endSessionSchema,
    data: z.unknown(),
  },
  endOtherSessions: {
    summary: 'End all of your own sessions except the current one',
    log: 'ended their other sessions',
    without: 'admins can end their other sessions only by changing the password',
    data: z.unknown(),
  },
});

/** Calls about the sample content of the embedded engine (docs/operations.md "Sample content"). */
const sampleRows = defineRows({ answeredBy: 'host', access: 'admin', needs: 'site', origin: 'extension' })({
  getSample: {
    method: 'GET',
    probed: true,
    summary: 'How many unchanged sample rows, and own ones, there are',
    without: 'sample content is not spoken of: only the embedded engine has any',
    data: sampleStatusSchema,
  },
  removeSample: {
    method: 'POST',
    summary: 'Erase the sample content for good; what people changed or use stays',
    log: 'removed the sample content',
    without: 'there is no sample content to remove',
    data: sampleRemovalSchema,
  },
});

/**
 * Calls of the admin area that visitors never make and that not every host has. Their scripts are separate from those
 * of public pages.
 */
export const deskRows = {
  ...contentRows,
  ...activityRows,
  ...secondStepRows,
  ...trashRows,
  ...accountRows,
  ...findRows,
  ...candidateMailRows,
  ...versionRows,
  ...previewRows,
  ...scheduleRows,
  ...peopleRows,
  ...accountLinkRows,
  ...answerRows,
  ...stageRows,
  ...pictureRows,
  ...redirectRows,
  ...siteRows,
  ...sampleRows,
};
