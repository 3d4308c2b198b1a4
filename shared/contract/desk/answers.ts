import { z } from 'zod';
import {
  answerInputSchema,
  assignmentSchema,
  colleagueSchema,
  savedAnswerChangeSchema,
  savedAnswerInputSchema,
  savedAnswerSchema,
} from '../../schemas/desk.ts';
import { idSchema } from '../../schemas/fields.ts';
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
import { messageSchema } from '../../schemas/message.ts';
import { defineRows } from '../row.ts';

/** Replies to messages, and the assignment of messages to colleagues (docs/product.md §20). */
export const answerRows = defineRows({
  answeredBy: 'messages',
  method: 'POST',
  access: 'admin',
  needs: 'messages.write',
  origin: 'extension',
})({
  getSavedAnswers: {
    method: 'GET',
    needs: 'messages.read',
    probed: true,
    summary: 'Saved texts for answers to messages, by title',
    without:
      'admins reply to messages in their mail program and cannot assign them; applicants show no other applications, and stages cannot be hidden',
    data: z.array(savedAnswerSchema),
  },
  addSavedAnswer: {
    summary: 'Add a saved answer; 409 at the limit of 100',
    log: 'added a saved answer',
    without: 'answers cannot be saved',
    body: savedAnswerInputSchema,
    data: savedAnswerSchema,
  },
  updateSavedAnswer: {
    id: 'own',
    summary: 'Change a saved answer',
    log: 'changed a saved answer',
    without: 'saved answers cannot be changed',
    body: savedAnswerChangeSchema,
    data: savedAnswerSchema,
  },
  deleteSavedAnswer: {
    id: 'own',
    summary: 'Delete a saved answer for good',
    log: 'deleted a saved answer',
    without: 'saved answers cannot be deleted',
    data: z.unknown(),
  },
  getAnswers: {
    method: 'GET',
    id: 'message',
    needs: 'messages.read',
    summary: 'The answers to a message, newest first, with the state of each mail',
    without: 'a message shows no answers',
    data: z.array(letterSchema),
  },
  answerMessage: {
    id: 'message',
    summary: 'Mail an answer to a message, which becomes replied; the same `key` sends once',
    log: 'answered a message',
    without: 'admins reply to messages in their mail program',
    body: answerInputSchema,
    data: z.object({ answer: letterSchema, message: messageSchema }),
  },
  getColleagues: {
    method: 'GET',
    needs: 'messages.read',
    summary: 'Names of the admins to whom a message can be assigned',
    without: 'messages cannot be assigned',
    data: z.array(colleagueSchema),
  },
  assignMessage: {
    id: 'message',
    ids: { admin_id: 'own' },
    summary: 'Assign a message to a colleague; `admin_id` null unassigns it',
    log: 'assigned a message',
    without: 'messages cannot be assigned',
    body: assignmentSchema,
    data: messageSchema,
  },
});

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
