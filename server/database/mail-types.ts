import type { Generated } from 'kysely';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import type { MailTemplateName } from '#shared/schemas/letter.ts';
import type { RowId } from './row-id.ts';

/**
 * Written mails (content-api/mail/written-mails.ts), each to a candidate or in answer to a message. `problem` is why
 * the last attempt to send it failed.
 */
export interface WrittenMailsTable {
  id: Generated<RowId>;
  applicant_id: RowId | null;
  message_id: RowId | null;
  /** Idempotency key of the form: for one candidate or message, only one mail has this key. */
  send_key: string;
  template: string | null;
  recipient: string;
  reply_to: string | null;
  subject: string;
  /** The text of the mail, with its placeholders filled. */
  body: string;
  /** The status of the candidate for which a held mail was written; null: it leaves whatever the status is. */
  for_status: ApplicantStatus | null;
  /** Why the mail was held back when it was due: the candidate had this status, or was in the trash. */
  held_back: ApplicantStatus | 'trash' | null;
  admin_id: RowId;
  /** The admin's name at that time. */
  who: string;
  /** When the mail is due. */
  send_at: string;
  undone_at: string | null;
  sent_at: string | null;
  failed_at: string | null;
  problem: string | null;
  created_at: string;
}

/** Mail templates that an admin changed; they replace the built-in texts (content-api/candidate-mails/). */
export interface MailTemplatesTable {
  name: MailTemplateName;
  subject: string;
  body: string;
  who: string;
  updated_at: string;
}
