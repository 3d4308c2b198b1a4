import type { RowId } from '../../../database/row-id.ts';
import type { Letter } from './letter.ts';

/** A mail that an admin wrote. The whole text is by the admin: no greeting or signature is added. */
export interface OwnWords {
  kind: 'candidate.mail' | 'message.answer';
  to: string;
  /** The sender's email address, to which replies go. Null if it is not a valid address. */
  email: string | null;
  subject: string;
  body: string;
  /** The row of the mail in `kept_mails`, and when the mail is due (ISO); undefined for a preview. */
  kept?: { id: RowId; due: string };
}

/** Makes the contents of the mail; empty lines separate the paragraphs. */
export function ownWords({ subject, body }: OwnWords): Letter {
  const paragraphs = body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return { subject, pieces: paragraphs.map((paragraph) => ({ paragraph })) };
}
