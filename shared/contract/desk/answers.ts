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

/** Answers to messages from the desk, and whom a message is for (docs/product.md §20). */
export const answerRows = defineRows({ fill: 'messages' })({
  getSavedAnswers: {
    method: 'GET',
    path: '/api/getSavedAnswers',
    access: 'admin',
    needs: 'messages.read',
    origin: 'extension',
    probed: true,
    summary: 'The texts that answers to messages can begin with, by title',
    without:
      'messages are replied to in the mail program and assigned to nobody, and applicants show no other applications and hide no stages',
    data: z.array(savedAnswerSchema),
  },
  addSavedAnswer: {
    method: 'POST',
    path: '/api/addSavedAnswer',
    access: 'admin',
    needs: 'messages.write',
    origin: 'extension',
    summary: 'Save a text for answers; 409 when there are 100',
    without: 'answers cannot be saved',
    body: savedAnswerInputSchema,
    data: savedAnswerSchema,
  },
  updateSavedAnswer: {
    method: 'POST',
    path: '/api/updateSavedAnswer/{id}',
    access: 'admin',
    needs: 'messages.write',
    origin: 'extension',
    summary: 'Change a text for answers; 409 if `updated_at` is out of date',
    without: 'saved answers cannot be changed',
    body: savedAnswerChangeSchema,
    data: savedAnswerSchema,
  },
  deleteSavedAnswer: {
    method: 'POST',
    path: '/api/deleteSavedAnswer/{id}',
    access: 'admin',
    needs: 'messages.write',
    origin: 'extension',
    summary: 'Delete a text for answers, for good',
    without: 'saved answers cannot be deleted',
    data: z.unknown(),
  },
  getAnswers: {
    method: 'GET',
    path: '/api/getAnswers/{id}',
    access: 'admin',
    needs: 'messages.read',
    origin: 'extension',
    summary: 'The answers to a message, the newest first, and what became of each mail',
    without: 'a message shows no answers',
    data: z.array(letterSchema),
  },
  answerMessage: {
    method: 'POST',
    path: '/api/answerMessage/{id}',
    access: 'admin',
    needs: 'messages.write',
    origin: 'extension',
    summary: 'Mail an answer to the sender of a message, which becomes replied; the same `key` sends once',
    without: 'messages are replied to in the mail program',
    body: answerInputSchema,
    data: z.object({ answer: letterSchema, message: messageSchema }),
  },
  getColleagues: {
    method: 'GET',
    path: '/api/getColleagues',
    access: 'admin',
    needs: 'messages.read',
    origin: 'extension',
    summary: 'Names of those who may read messages, to assign one to',
    without: 'messages cannot be assigned to anybody',
    data: z.array(colleagueSchema),
  },
  assignMessage: {
    method: 'POST',
    path: '/api/assignMessage/{id}',
    access: 'admin',
    needs: 'messages.write',
    origin: 'extension',
    summary:
      'Assign a message to a colleague, or with `admin_id` null to nobody; 409 if `updated_at` is out of date',
    without: 'messages cannot be assigned to anybody',
    body: assignmentSchema,
    data: messageSchema,
  },
});
