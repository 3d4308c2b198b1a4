import { z } from 'zod';
import { creditsText, readCredits } from '../credits.ts';
import { limits } from '../limits.ts';
import { messages, messageText } from '../messages.ts';
import { isStorable } from './field-formats.ts';

/** The longest text of credits: each line has a role, a name, an id of at most 64 characters, and the marks between. */
export const creditsLength = limits.credits * (limits.creditRole + limits.creditName + 64 + 3);

const wrong = messageText('project.badCredits', {
  most: limits.credits,
  role: limits.creditRole,
  name: limits.creditName,
});

/** The rule for credits in forms: null without credits. */
export const creditsInput = z
  .string(messages['field.notText'])
  .nullish()
  .transform((text, context) => {
    // A text that is far too long is refused before it is read, because reading megabytes takes time.
    const credits = text && text.length <= limits.longText ? readCredits(text) : [];
    const fits =
      (text ?? '').length <= limits.longText &&
      credits.length <= limits.credits &&
      credits.every(
        ({ role, name }) =>
          name !== '' && role.length <= limits.creditRole && name.length <= limits.creditName,
      );
    const tidy = creditsText(credits);
    if (!fits) context.addIssue(wrong);
    else if (!isStorable(tidy)) context.addIssue(messages['field.badCharacters']);
    return tidy || null;
  });
