import { z } from 'zod';
import {
  answerInputSchema,
  assignmentSchema,
  colleagueSchema,
  savedAnswerChangeSchema,
  savedAnswerInputSchema,
  savedAnswerSchema,
} from '../../schemas/desk.ts';
import { letterSchema } from '../../schemas/letter.ts';
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
