import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Messages for invalid values of host.json where the schema itself defines no message. */
export const issueWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_small':
      return `must ${measured(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${measured(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_union':
      return 'has none of the allowed types';
    default:
      return 'is invalid';
  }
};

function measured(origin: string, bound: 'at least' | 'at most', limit: number | bigint): string {
  const unit = origin === 'string' ? 'characters' : origin === 'array' ? 'entries' : undefined;
  return unit === undefined ? `be ${bound} ${limit}` : `have ${bound} ${limit} ${unit}`;
}

/**
 * Returns the line and column, counted from 1, at which a text stops being valid JSON. The parser's own message is
 * not used: it quotes the text, and rarely states the position.
 */
export function brokenAt(text: string): { line: number; column: number } {
  // Binary search for the shortest beginning of the text that no continuation could make valid.
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (mayGoOn(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  const before = text.slice(0, mayGoOn(text) ? text.length : good).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** True for valid JSON, and for a text that is the beginning of valid JSON. */
function mayGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const position = / at position (\d+)/.exec(message)?.[1];
    if (position !== undefined && Number(position) >= text.length) return true;
    return /^(Unexpected end of JSON|Unterminated string)/.test(message);
  }
}
