import { z } from 'zod';
import { pageOf } from '../schemas/envelope.ts';
import {
  accountDeletionSchema,
  contactSchema,
  type MessageFolder,
  messageCountsSchema,
  messageFolders,
  messageOrders,
  messageSchema,
  messageStatuses,
  messageStatusSchema,
  messageTypes,
} from '../schemas/message.ts';
import { enumParameter, pageQuery, pageSize } from './query.ts';
import { defineRows } from './row.ts';

export const messageRows = defineRows({
  resource: 'message',
  answeredBy: 'messages',
  method: 'POST',
  access: 'admin',
  origin: 'extension',
})({
  contactUs: {
    access: 'public',
    probed: true,
    summary: 'Write to the studio',
    without: 'the contact page shows the email address instead of a form',
    body: contactSchema,
    data: z.unknown(),
  },
  requestAccountDeletion: {
    access: 'public',
    probed: true,
    summary: 'Request the deletion of an account in one of the apps; `due_at` is the deadline',
    without: 'the account deletion page shows the email address instead of a form',
    body: accountDeletionSchema,
    // `reference` is set if the form waits for the API host: with it the visitor can ask about the form.
    data: z.object({ due_at: z.string().optional(), reference: z.string().optional().catch(undefined) }),
  },
  getMessages: {
    method: 'GET',
    needs: 'messages.read',
    summary: 'Messages, newest first or by due date, with counts; spam only when asked for',
    without: 'the Messages screen of the admin area says that the host does not support it',
    probed: true,
    query: pageQuery.extend({
      per_page: pageSize,
      type: enumParameter(messageTypes),
      status: enumParameter(messageStatuses),
      folder: enumParameter(Object.keys(messageFolders) as MessageFolder[]),
      order: enumParameter(messageOrders),
      assigned: enumParameter(['me']),
    }),
    data: pageOf(messageSchema).extend({
      counts: messageCountsSchema.optional(),
      unread: z.coerce.number().int().optional(),
    }),
  },
  getSingleMessage: {
    method: 'GET',
    id: 'message',
    needs: 'messages.read',
    summary: 'One message, of any folder; reading it changes nothing',
    without: 'a link to one message opens it only if the loaded list has it, and says so otherwise',
    data: messageSchema,
  },
  updateMessageStatus: {
    id: 'message',
    needs: 'messages.write',
    summary: 'Mark a message as read, replied, archived, spam or new',
    log: 'changed a message',
    without: 'messages cannot be marked as read, replied or archived',
    body: messageStatusSchema,
    data: messageSchema,
  },
  deleteMessage: {
    id: 'message',
    needs: 'messages.write',
    summary: 'Delete a message',
    log: 'deleted a message',
    without: 'messages cannot be deleted',
    data: z.unknown(),
  },
});
