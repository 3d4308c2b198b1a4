import { hiddenStagesInputSchema, hiddenStagesSchema, otherApplicationsSchema } from '../../schemas/desk.ts';
import { defineRows } from '../row.ts';

/** What the desk of applicants has besides (docs/product.md §20). */
export const stageRows = defineRows({
  getOtherApplications: {
    name: 'getOtherApplications',
    method: 'GET',
    path: '/api/getOtherApplications/{id}',
    access: 'admin',
    needs: 'applicants.read',
    origin: 'extension',
    summary:
      'The other applications of the same person (by email address), the newest first; spam and deleted ones are left out',
    data: otherApplicationsSchema,
  },
  getHiddenStages: {
    name: 'getHiddenStages',
    method: 'GET',
    path: '/api/getHiddenStages/{id}',
    access: 'admin',
    needs: 'applicants.read',
    origin: 'extension',
    summary: 'The stages that the board of this job leaves out',
    data: hiddenStagesSchema,
  },
  setHiddenStages: {
    name: 'setHiddenStages',
    method: 'POST',
    path: '/api/setHiddenStages/{id}',
    access: 'admin',
    needs: 'applicants.write',
    origin: 'extension',
    summary: 'Say which stages the board of this job leaves out, the same for everybody',
    body: hiddenStagesInputSchema,
    data: hiddenStagesSchema,
  },
});
