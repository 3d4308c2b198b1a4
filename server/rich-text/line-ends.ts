/** A text with the line ends of texts here, whoever wrote or sent it. */
export function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
