/**
 * A text of an export in the form in which it can be stored: with plain line ends, and without characters that cannot
 * be stored.
 */
export interface CleanText {
  text: string;
  /** Faults of the original text. Each entry continues a sentence that begins with the name of the text. */
  wrong: string[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

export function cleanText(given: string): CleanText {
  const wrong: string[] = [];
  let text = given.replace(/\r\n?/g, '\n');
  if (controls.test(text)) {
    text = text.replace(controls, '');
    wrong.push('had control characters, which were removed');
  }
  controls.lastIndex = 0;
  text = text.toWellFormed();
  if (text.includes('\ufffd'))
    wrong.push('has letters that were lost before it was exported: they are shown as \ufffd');
  return { text, wrong };
}

/**
 * Shortens a line that is too long, and adds "…". The cut is between two words, unless more than half would be lost.
 */
export function cutLine(line: string, most: number): string {
  if (line.length <= most) return line;
  const room = line
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  const blank = room.lastIndexOf(' ');
  return `${(blank > most / 2 ? room.slice(0, blank) : room).trimEnd()}…`;
}
