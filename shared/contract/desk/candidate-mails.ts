import { z } from 'zod';
import { idSchema } from '../../schemas/id.ts';
import {
  letterIdsSchema,
  letterPreviewSchema,
  letterSchema,
  letterSendSchema,
  mailTemplateSchema,
  mailTemplatesSchema,
  previewedLetterSchema,
  sentLettersSchema,
  templateChangeSchema,
  templateResetSchema,
  templatesQuerySchema,
  undoneLettersSchema,
} from '../../schemas/letter.ts';
import { defineRows } from '../row.ts';

/** Mails to candidates (docs/product.md §19). */
export const candidateMailRows = defineRows({
  answeredBy: 'applicants',
  method: 'POST',
  access: 'admin',
  needs: 'applicants.write',
  origin: 'extension',
})({
  getMailTemplates: {
    method: 'GET',
    ids: { applicant_id: 'applicant' },
    probed: true,
    summary: 'Templates of mails, filled in for `applicant_id`, and whether a mail server is set up',
    without:
      'mails to candidates are not offered, and the screen of their templates says that the host does not support it',
    query: templatesQuerySchema,
    data: mailTemplatesSchema,
  },
  saveMailTemplate: {
    summary: 'Change a template',
    log: 'changed a mail template',
    without: 'mail templates cannot be changed',
    body: templateChangeSchema,
    data: mailTemplateSchema,
  },
  resetMailTemplate: {
    summary: 'Reset a template to its original text',
    log: 'reset a mail template',
    without: 'mail templates cannot be reset',
    body: templateResetSchema,
    data: mailTemplateSchema,
  },
  previewCandidateMail: {
    ids: { id: 'applicant' },
    summary: 'Preview of a mail to this candidate; sends nothing',
    log: false,
    without: 'mails to candidates have no preview',
    body: letterPreviewSchema,
    data: previewedLetterSchema,
  },
  sendCandidateMails: {
    summary:
      'Mail each of these candidates, now or in an hour; the same `key` sends once; 409 when a colleague has just mailed one',
    log: { words: 'mailed an applicant', id: 'ids', of: 'applicant' },
    without: 'mails to candidates cannot be sent',
    body: letterSendSchema,
    data: sentLettersSchema,
  },
  undoCandidateMails: {
    ids: { ids: 'own' },
    summary: 'Cancel mails that are not sent yet; 409 when all are on their way',
    log: 'cancelled mails to applicants',
    without: 'mails to candidates cannot be cancelled',
    body: letterIdsSchema,
    data: undoneLettersSchema,
  },
  releaseCandidateMails: {
    ids: { ids: 'own' },
    summary: 'Send mails now that are held or were held back',
    log: 'sent held mails to applicants',
    without: 'mails that were held back cannot be sent',
    body: letterIdsSchema,
    data: z.object({ released: z.array(idSchema) }),
  },
  getCandidateMails: {
    method: 'GET',
    id: 'applicant',
    needs: 'applicants.read',
    summary: 'The mails to a candidate, newest first, with the state of each',
    without: 'the history of a candidate shows no mails',
    data: z.array(letterSchema),
  },
});
