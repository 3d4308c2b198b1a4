import type { z } from 'zod';

/** The message for a missing value of host.json. Of other invalid values the schema says what they must be. */
export const issueWords: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is missing' : undefined;

/**
 * Returns the line and column, counted from 1, at which a text stops being valid JSON. The parser's own message is
 * not used: it quotes the text, and rarely states the position.
 */
export function brokenAt(text: string) {
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
function mayGoOn(text: string) {
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
