import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { fieldsOf, idField } from './fields.ts';

/** The body of every call that reorders rows: their ids, first to last, each once. */
export const reorderSchema = fieldsOf({
  ids: z
    .array(idField(), messages['order.required'])
    .min(1, messages['order.required'])
    .max(limits.reorderIds, messageText('order.tooMany', { limit: limits.reorderIds }))
    .refine((ids) => new Set(ids).size === ids.length, messages['order.repeated']),
});
