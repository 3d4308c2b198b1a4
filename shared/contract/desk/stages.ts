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
      'The other applications of the same person (by email address), the newest first; spam and deleted ones are left out',
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
    summary: 'The stages that the board of this job leaves out',
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
    summary: 'Say which stages the board of this job leaves out, the same for everybody',
    log: 'chose the stages of a job',
    without: 'stages of a job cannot be hidden',
    body: hiddenStagesInputSchema,
    data: hiddenStagesSchema,
  },
});
