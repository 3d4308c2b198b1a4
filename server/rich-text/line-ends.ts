/** Returns the text with this product's line ends (LF). */
export function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
