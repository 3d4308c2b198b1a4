import type { ComponentProps } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { letterLimits, type MailTemplateName } from '#shared/schemas/letter.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './LetterFields.module.css';

/** Subject and text of a mail as form values. */
export interface LetterWords {
  subject: string;
  body: string;
}

interface LetterFieldsProps {
  bind: (name: keyof LetterWords) => Partial<ComponentProps<typeof TextField>>;
  /** Hint under the text, e.g. the available placeholders. */
  hint?: string;
}

/** Fields for the subject and text of a mail that an admin writes, in any language. */
export function LetterFields({ bind, hint }: LetterFieldsProps) {
  return (
    <>
      <TextField label="Subject" dir="auto" maxLength={letterLimits.subject} {...bind('subject')} />
      <TextField
        label="Text"
        hint={hint}
        multiline
        rows={12}
        dir="auto"
        maxLength={letterLimits.body}
        counter
        {...bind('body')}
      />
    </>
  );
}

/** Note shown to an admin who writes a mail if the site is not set up to send mails yet. */
export function QueuedMailsNotice() {
  return <p className={styles.note}>{deskMessages['letter.mailsWait']}</p>;
}

/** Name of each template on the screen. */
export const templateLabels: Record<MailTemplateName, string> = {
  received: 'Received',
  invite: 'Invite',
  information: 'More information',
  offer: 'Offer',
  rejection: 'Rejection',
};
