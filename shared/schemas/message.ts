import { z } from 'zod';
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
import { idSchema } from './id.ts';

export const messageTypes = ['contact', 'account_deletion'] as const;
/** `spam` is outside of the inbox: lists show it only when asked. */
export const messageStatuses = ['new', 'read', 'replied', 'archived', 'spam'] as const;

/** The messages of several statuses in one list: the inbox is what is neither put away nor spam. */
export const messageFolders = {
  inbox: ['new', 'read', 'replied'],
  archive: ['archived'],
  spam: ['spam'],
} as const satisfies Record<string, readonly (typeof messageStatuses)[number][]>;

/** Orders of a list: the newest first by default. `due` is the day by which something must be done. */
export const messageOrders = ['newest', 'due'] as const;

export type MessageType = (typeof messageTypes)[number];
export type MessageStatus = (typeof messageStatuses)[number];
export type MessageFolder = keyof typeof messageFolders;
export type MessageOrder = (typeof messageOrders)[number];

/**
 * A message of a visitor (docs/architecture.md §4). One of type `contact` has a subject and a text; one of type
 * `account_deletion` has an app, an account and `due_at`, the moment by which it is due. `handled_at` is when it was replied
 * to or archived.
 */
export const messageSchema = z.object({
  id: idSchema,
  type: z.enum(messageTypes),
  name: z.string().nullish(),
  email: z.string(),
  phone: z.string().nullish(),
  subject: z.string().nullish(),
  message: z.string().nullish(),
  app_name: z.string().nullish(),
  account_identifier: z.string().nullish(),
  status: z.enum(messageStatuses),
  due_at: z.string().nullish(),
  handled_at: z.string().nullish(),
  /** What the visitor was told; hosts need not have one. */
  reference: z.string().nullish(),
  /** The colleague whom it is for; a host need not know of colleagues. */
  assigned_to: z.object({ id: idSchema, name: z.string() }).nullish(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** How many messages each status has, of the type that is listed. */
export const messageCountsSchema = z.partialRecord(z.enum(messageStatuses), z.coerce.number().int());

export type Message = z.infer<typeof messageSchema>;
export type MessageCounts = z.infer<typeof messageCountsSchema>;

/**
 * What every public form carries besides its fields: `website` is a trap that people do not see, and `form_token` comes from
 * GET formToken. Nothing is wrong with either, whatever it holds: who sends it must not learn what it was taken for.
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
