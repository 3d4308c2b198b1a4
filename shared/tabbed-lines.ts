/*
 * Texts whose lines have parts separated by tabs, such as the credits of a project
 * (docs/decisions/0071). This file imports no schemas, because it is part of the scripts of public
 * pages.
 */

/** Returns the parts of each line, without needless blanks. Lines without any part are left out. */
export function readTabbedLines(text: string | null | undefined) {
  return allTabbedLines(text).filter((parts) => parts.some((part) => part !== ''));
}

/** Returns the parts of each line, as `readTabbedLines`, but keeps lines without any part. */
export function allTabbedLines(text: string | null | undefined) {
  return (text ?? '').split(/\r\n?|\n/).map((line) => line.split('\t').map(asLine));
}

/** Returns the text of these lines, without tabs at the end of a line. */
export function tabbedText(lines: readonly (readonly string[])[]) {
  return lines.map((parts) => parts.join('\t').trimEnd()).join('\n');
}

function asLine(text: string) {
  return text.trim().replace(/\s+/g, ' ');
}
