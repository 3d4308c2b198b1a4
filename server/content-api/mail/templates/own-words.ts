import type { RowId } from '../../../database/row-id.ts';
import type { Letter } from './letter.ts';

/** A mail that an admin wrote. The text is entirely theirs: nothing adds a greeting or a signature. */
export interface OwnWords {
  kind: 'candidate.mail' | 'message.answer';
  to: string;
  /** The sender's address, to which answers go. Null if it is not a valid address. */
  email: string | null;
  subject: string;
  body: string;
  /** Its row in `kept_mails`, and when it is due (ISO); undefined for a preview. */
  kept?: { id: RowId; due: string };
}

/** Empty lines separate the paragraphs. */
export function ownWords({ subject, body }: OwnWords): Letter {
  const paragraphs = body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return { subject, pieces: paragraphs.map((paragraph) => ({ paragraph })) };
}
