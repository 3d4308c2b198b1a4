import type { ComponentProps } from 'react';
import { letterLimits } from '#shared/schemas/letter.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';

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
