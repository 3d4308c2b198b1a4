import { z } from 'zod';
import { limits } from '../../limits.ts';
import { messages, messageText } from '../../messages.ts';
import { withoutUnseen } from '../../plain-text.ts';
import { allTabbedLines, readTabbedLines, tabbedText } from '../../tabbed-lines.ts';
import { isStorable } from '../field-formats.ts';

/** The rules of a text whose lines have parts separated by tabs (shared/tabbed-lines.ts). */
export interface TabbedLines {
  /** The lines in the plural, as errors name them: "credits". */
  items: string;
  /** The largest number of lines. */
  most: number;
  /** The parts of a line, in their order. Further parts are dropped. */
  parts: readonly LinePart[];
}

interface LinePart {
  /** The part as errors name it: "role". */
  name: string;
  max: number;
  optional?: true;
  /** Returns the part as it is stored; '' for one that cannot be used. */
  tidy?: (text: string) => string;
}

/** The longest text with these rules. */
export function tabbedLength({ most, parts }: TabbedLines): number {
  return most * parts.reduce((sum, { max }) => sum + max + 1, 0);
}

/** The first error in a text with these rules: its words, and the line and the part at fault, counted from 0. */
interface TabbedProblem {
  line: number;
  part: number;
  words: string;
}

export function tabbedProblem(rules: TabbedLines, text: string): TabbedProblem | undefined {
  const { items, most, parts } = rules;
  const lines = allTabbedLines(text);
  const filled = [...lines.keys()].filter((at) => lines[at]?.some((part) => part !== ''));
  const extra = filled[most];
  if (extra !== undefined)
    return { line: extra, part: 0, words: messageText('lines.tooMany', { most, items }) };
  for (const line of filled)
    for (const [part, rule] of parts.entries()) {
      const words = partProblem(rule, tidied(rule, lines[line]?.[part]), line + 1);
      if (words) return { line, part, words };
    }
  return undefined;
}

function partProblem({ name, max, optional }: LinePart, text: string, line: number): string | undefined {
  if (text === '' && !optional) return messageText('lines.missing', { line, part: name });
  if (text.length > max) return messageText('lines.tooLong', { line, part: name, limit: max });
  return undefined;
}

function tidied({ tidy }: LinePart, text = ''): string {
  return tidy ? tidy(text) : text;
}

/** A text with these rules, stored tidily; or null without lines. */
export function optionalTabbedLines(rules: TabbedLines) {
  return z
    .string(messages['field.notText'])
    .nullish()
    .transform((sent, context) => {
      const text = sent && withoutUnseen(sent);
      // A text that is far too long is refused before it is read, because reading megabytes takes time.
      if (text && text.length > limits.longText) {
        context.addIssue(messageText('field.tooLong', { limit: limits.longText }));
        return null;
      }
      const lines = readTabbedLines(text);
      const tidy = tabbedText(lines.map((line) => rules.parts.map((part, at) => tidied(part, line[at]))));
      const problem = tabbedProblem(rules, text ?? '');
      if (problem) context.addIssue(problem.words);
      else if (!isStorable(tidy)) context.addIssue(messages['field.badCharacters']);
      return tidy || null;
    });
}
