/** Text of an export in storable form: plain line ends, and no characters that cannot be stored. */
export interface CleanText {
  text: string;
  /** Faults of the text, in words that follow its name. */
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
  if (text.includes('\ufffd')) wrong.push('has bytes that are not UTF-8: they are shown as \ufffd');
  return { text, wrong };
}

/** Returns a text of one line, cut at a word if it is too long. */
export function cutLine(line: string, most: number): string {
  if (line.length <= most) return line;
  const room = line
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  const blank = room.lastIndexOf(' ');
  return `${(blank > most / 2 ? room.slice(0, blank) : room).trimEnd()}…`;
}
