import { hiddenStagesInputSchema, hiddenStagesSchema, otherApplicationsSchema } from '../../schemas/desk.ts';
import { defineRows } from '../row.ts';

/** Further calls for the applicants' screens (docs/product.md §20). */
export const stageRows = defineRows({ answeredBy: 'applicants' })({
  getOtherApplications: {
    method: 'GET',
    path: '/api/getOtherApplications/{id}',
    id: 'applicant',
    access: 'admin',
    needs: 'applicants.read',
    origin: 'extension',
    summary:
      'The other applications of the same person (by email address), newest first, without spam and deleted ones',
    without: 'an applicant shows only this application',
    data: otherApplicationsSchema,
  },
  getHiddenStages: {
    method: 'GET',
    path: '/api/getHiddenStages/{id}',
    id: 'job',
    access: 'admin',
    needs: 'applicants.read',
    origin: 'extension',
    summary: 'The stages that are hidden on the board of this job',
    without: 'the board of a job shows every stage',
    data: hiddenStagesSchema,
  },
  setHiddenStages: {
    method: 'POST',
    path: '/api/setHiddenStages/{id}',
    id: 'job',
    access: 'admin',
    needs: 'applicants.write',
    origin: 'extension',
    summary: 'Set which stages are hidden on the board of this job, for all admins',
    log: 'chose the stages of a job',
    without: 'stages of a job cannot be hidden',
    body: hiddenStagesInputSchema,
    data: hiddenStagesSchema,
  },
});
