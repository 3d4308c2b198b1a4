import type { RowId } from '../../../database/row-id.ts';
import type { Letter } from './letter.ts';

/** A mail that an admin wrote. Its text is theirs alone: a greeting and a name under it are what they have written. */
export interface OwnWords {
  kind: 'candidate.mail' | 'message.answer';
  to: string;
  /** The sender's address: answers go there. Null when they have none that is one. */
  email: string | null;
  subject: string;
  body: string;
  /** Its row in `kept_mails`, and when it is due (ISO); undefined for a preview. */
  kept?: { id: RowId; due: string };
}

/** Empty lines part its paragraphs. */
export function ownWords({ subject, body }: OwnWords): Letter {
  const paragraphs = body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return { subject, pieces: paragraphs.map((paragraph) => ({ paragraph })) };
}
