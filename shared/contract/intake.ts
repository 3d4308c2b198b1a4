import { z } from 'zod';
import { pageOf } from '../schemas/envelope.ts';
import { intakeItemSchema, sendIntakeItemSchema } from '../schemas/intake.ts';
import { siteStatusSchema } from '../schemas/site-status.ts';
import { pageQuery, pageSize } from './query.ts';
import { defineRows } from './row.ts';

/** Calls that the BFF answers about itself: the site's status, and the forms that wait for the API host. */
export const intakeRows = defineRows({
  method: 'GET',
  access: 'admin',
  needs: 'applicants.read',
  origin: 'session',
})({
  siteStatus: {
    needs: 'own',
    summary: 'Whether the host answers, how many forms wait, when the last backup was made',
    data: siteStatusSchema,
  },
  intake: {
    summary: 'Forms that the host has not accepted yet, oldest first',
    query: pageQuery.extend({ per_page: pageSize }),
    data: pageOf(intakeItemSchema),
  },
  sendIntakeItem: {
    method: 'POST',
    id: 'intake_item',
    needs: 'applicants.write',
    summary: 'Send a waiting form now; `without_job` 1 without its job',
    log: 'sent a waiting form',
    body: sendIntakeItemSchema,
    data: intakeItemSchema.nullable(),
  },
  deleteIntakeItem: {
    method: 'POST',
    id: 'intake_item',
    needs: 'applicants.write',
    summary: 'Delete a waiting form for good',
    log: 'deleted a waiting form',
    data: z.unknown(),
  },
  downloadIntakeFile: {
    id: 'intake_item',
    summary: 'The CV of a waiting application as a file',
    log: 'downloaded the CV of a waiting form',
    data: z.unknown(),
    download: true,
  },
});
