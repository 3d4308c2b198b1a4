import type { Id } from '#shared/id.ts';
import { callQuery } from '../../../api/call-query.ts';

export const savedAnswersQuery = callQuery('getSavedAnswers');

/** Answers to one message, newest first. */
export const answersQuery = (id: Id) => callQuery('getAnswers', { params: { id } });
