/** Returns the text with spaces in place of line breaks, which no text of a site may contain. */
export function oneLine(text: string): string {
  return text.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ');
}
