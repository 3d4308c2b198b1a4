import type { Generated } from 'kysely';
import type { MailTemplateName } from '#shared/schemas/letter.ts';
import type { RowId } from './row-id.ts';

/**
 * Mails that admins wrote (content-api/mail/kept-mails.ts), each to a candidate or in answer to a message. As long as the mail's row in
 * the outbox is there, that one knows what became of it; `sent_at`, `failed_at` and `problem` are filled when that one goes.
 */
export interface KeptMailsTable {
  id: Generated<RowId>;
  applicant_id: RowId | null;
  message_id: RowId | null;
  /** Of the form that was sent: for the same one there is one mail a person. */
  send_key: string;
  template: string | null;
  recipient: string;
  reply_to: string | null;
  subject: string;
  /** What was written, its placeholders filled. */
  body: string;
  admin_id: RowId;
  /** The admin's name at that time. */
  who: string;
  /** When it is due. */
  send_at: string;
  undone_at: string | null;
  sent_at: string | null;
  failed_at: string | null;
  problem: string | null;
  created_at: string;
}

/** Texts that somebody wrote in the place of ours (content-api/candidate-mails/). */
export interface MailTemplatesTable {
  name: MailTemplateName;
  subject: string;
  body: string;
  who: string;
  updated_at: string;
}
