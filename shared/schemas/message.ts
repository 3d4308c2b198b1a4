import { z } from 'zod';
import { answerShape } from '../entities/entity.ts';
import { message, messageStatuses, messageTypes } from '../entities/message.ts';
import { limits } from '../limits.ts';
import {
  email,
  fieldsOf,
  line,
  oneOf,
  optionalLine,
  optionalParagraphs,
  optionalPhone,
  paragraphs,
  version,
} from './fields.ts';

export { messageStatuses, messageTypes };

/** The statuses of the messages in each folder. The inbox contains all that are neither archived nor spam. */
export const messageFolders = {
  inbox: ['new', 'read', 'replied'],
  archive: ['archived'],
  spam: ['spam'],
} as const satisfies Record<string, readonly (typeof messageStatuses)[number][]>;

/** The orders of a list: newest first by default, or by the date by which a request is due. */
export const messageOrders = ['newest', 'due'] as const;

export type MessageType = (typeof messageTypes)[number];
export type MessageStatus = (typeof messageStatuses)[number];
export type MessageFolder = keyof typeof messageFolders;
export type MessageOrder = (typeof messageOrders)[number];

/** A message of a visitor (shared/entities/README.md). */
export const messageSchema = z.object(answerShape(message.fields));

/** Number of messages per status, of the listed type. */
export const messageCountsSchema = z.partialRecord(z.enum(messageStatuses), z.coerce.number().int());

export type Message = z.infer<typeof messageSchema>;
export type MessageCounts = z.infer<typeof messageCountsSchema>;

/**
 * Fields that every public form has in addition: `website` is a honeypot that people do not see, and `form_token`
 * comes from GET formToken. Both accept any value, so that a sender does not learn whether the form was taken for
 * spam.
 */
const guards = { website: z.unknown().optional(), form_token: z.unknown().optional() };

/** The body of contactUs. */
export const contactSchema = fieldsOf({
  name: line(limits.line, 'message.nameRequired'),
  email: email('message.emailRequired'),
  phone: optionalPhone(),
  subject: line(limits.title, 'message.subjectRequired'),
  message: paragraphs(limits.message, 'message.textRequired'),
  ...guards,
});

/** The body of requestAccountDeletion. */
export const accountDeletionSchema = fieldsOf({
  name: optionalLine(),
  email: email('message.emailRequired'),
  app_name: line(limits.line, 'message.appRequired'),
  account_identifier: line(limits.line, 'message.accountRequired'),
  message: optionalParagraphs(limits.message),
  ...guards,
});

export type Contact = z.infer<typeof contactSchema>;
export type AccountDeletion = z.infer<typeof accountDeletionSchema>;

/** The body of updateMessageStatus. */
export const messageStatusSchema = fieldsOf({ status: oneOf(messageStatuses), updated_at: version() });
