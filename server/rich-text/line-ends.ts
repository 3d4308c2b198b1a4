/** Returns the text with this product's line ends (LF). */
export function withPlainLineEnds(text: string) {
  return text.replace(/\r\n?/g, '\n');
}
