import { languageOf } from '#shared/text-direction.ts';
import { languageNames } from '#shared/words/language.ts';
import type { Letter } from './letter.ts';

/** A mail that an admin wrote. The whole text is by the admin: no greeting or signature is added. */
export interface OwnWords {
  kind: 'candidate.mail' | 'message.answer';
  to: string;
  /** The sender's email address, to which replies go. Null if it is not a valid address. */
  email: string | null;
  subject: string;
  body: string;
}

/** Makes the contents of the mail, in the language of its text; empty lines separate the paragraphs. */
export function ownWords({ subject, body }: OwnWords): Letter {
  const paragraphs = body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  const written = languageOf(body);
  const language = languageNames.find((name) => name === written);
  return { subject, ...(language && { language }), pieces: paragraphs.map((paragraph) => ({ paragraph })) };
}
