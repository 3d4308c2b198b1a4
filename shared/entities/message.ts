import { z } from 'zod';
import { idSchema } from '../schemas/fields.ts';
import { defineEntity } from './entity.ts';
import { derived, given, ownId } from './field.ts';

export const messageTypes = ['contact', 'account_deletion'] as const;
/** `spam` is outside of the inbox: lists show it only on request. */
export const messageStatuses = ['new', 'read', 'replied', 'archived', 'spam'] as const;

const optional = z.string().nullish();
const found = { stored: 'nullable', searched: true } as const;

/**
 * A message of a visitor (shared/entities/README.md). A message of type `contact` has a subject and a text; a message
 * of type `account_deletion` has an app, an account and a due date.
 */
export const message = defineEntity({
  resource: 'message',
  one: 'a message',
  area: 'messages',
  archive: 'messages',
  table: 'messages',
  title: 'subject',
  mark: 6,
  calls: { all: 'getMessages', one: 'getSingleMessage', remove: 'deleteMessage' },
  fields: {
    id: ownId(),
    type: given('choice', z.enum(messageTypes), { words: messageTypes, fallback: 'contact' }),
    name: given('line', optional, found),
    email: given('line', z.string(), { searched: true }),
    phone: given('line', optional, found),
    subject: given('line', optional, found),
    message: given('text', optional, found),
    app_name: given('line', optional, found),
    account_identifier: given('line', optional, found),
    status: given('choice', z.enum(messageStatuses), { words: messageStatuses, fallback: 'new' }),
    due_at: given('moment', optional, { stored: 'nullable' }),
    /** When the message was replied to or archived. */
    handled_at: given('moment', optional, { stored: 'nullable' }),
    /** The reference that the visitor received; a host may have none. */
    reference: given('line', optional, found),
    /** The colleague whom the message is assigned to; a host may not have assignments. */
    assigned_to: derived(z.object({ id: idSchema, name: z.string() }).nullish(), {}),
    created_at: given('moment', z.string(), {}),
    updated_at: given('moment', z.string(), {}),
  },
});
