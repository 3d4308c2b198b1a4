import { z } from 'zod';
import { type Id, readId } from './id.ts';
import { limits } from './limits.ts';
import { messages, messageText } from './messages.ts';
import { isStorable } from './schemas/field-formats.ts';

/** A person who worked on a project. */
export interface Credit {
  /** What the person did; '' if it is not known. */
  role: string;
  name: string;
  /** The id of a team member; undefined for anyone else. */
  member?: Id | undefined;
}

/** The longest text of credits: each line has a role, a name, an id of at most 64 characters, and the marks between. */
export const creditsLength = limits.credits * (limits.creditRole + limits.creditName + 64 + 3);

/**
 * Reads the credits of a project from their stored text (docs/decisions/0072-credits-as-text.md): a line for each
 * person, with the name, the role and the id of a team member, separated by tabs. Role and id may be missing.
 */
export function readCredits(text: string | null | undefined): Credit[] {
  return (text ?? '').split(/\r\n?|\n/).flatMap((line) => {
    const [name = '', role = '', id] = line.split('\t').map(asLine);
    if (name === '' && role === '') return [];
    const member = readId(id);
    return [{ role, name, ...(member !== undefined && { member }) }];
  });
}

/** Returns the text in which credits are stored and sent. */
export function creditsText(credits: readonly Credit[]): string {
  return credits
    .map(({ role, name, member }) => [name, role, member ?? []].flat().join('\t').trimEnd())
    .join('\n');
}

function asLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

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
