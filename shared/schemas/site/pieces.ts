import { z } from 'zod';
import { limits } from '../../limits.ts';
import { plainText } from '../../plain-text.ts';
import { someOf } from '../../some-of.ts';
import { isStorable } from '../../text-formats.ts';

/** The building blocks of the schema of site.json. Their error texts are for the operator who wrote the file. */

export const text = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : 'must be text'),
};

/** Creates a text of site.json that people read: one line, stored plain. */
export const line = (max: number) =>
  z
    .string(text)
    .overwrite(plainText)
    .min(1, { error: 'must not be empty', abort: true })
    .max(max, `must have at most ${max} characters`)
    .refine(
      (text) => isStorable(text) && !/\p{Cc}/u.test(text),
      'must be one line without control characters',
    );

/** Creates a path of this site. Two slashes would lead to another site, after `/.` too. */
export const sitePath = (example: string) =>
  line(limits.url).regex(/^(?![^?#]*\/\/)\/[^\s\\]+$/, `must be a path on this site such as ${example}`);

/** True for the name of a time zone (IANA), such as UTC or Asia/Karachi. */
export function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const shortList = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, 'must be a list').max(max, `must have at most ${max} entries`);

/** Reports an unknown key as an error, since it is usually a typing mistake. */
export function unknownKeys(wrong: string) {
  return {
    error: (issue: { code?: string; keys?: string[]; input?: unknown }) => {
      if (issue.code === 'unrecognized_keys') return `has unknown fields: ${someOf(issue.keys ?? [])}`;
      return issue.input === undefined ? 'is missing' : wrong;
    },
  };
}

export const lengths = {
  name: 80,
  shortName: 30,
  tagline: 120,
  description: 300,
  line: limits.line,
  summary: limits.summary,
  /** The limit for titles of sections and pages. */
  title: 80,
  text: 600,
  /** The line of evidence at the top of the home page, and the line about answers. */
  proof: 120,
};
