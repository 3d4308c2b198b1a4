import { Marked } from 'marked';

const markdown = new Marked({ gfm: true, breaks: false });

/** HTML from its first sign on, as our own editor saves it: nothing of it is Markdown. */
const startsHtml = /^\s*<(p|h[1-6]|ul|ol|div|blockquote|figure|pre|table|iframe|img)\b/i;

/**
 * A host's Markdown (CommonMark, with GitHub's tables and strikethrough) as HTML. HTML in it stays, and is cleaned like that of any host. A
 * text that is HTML from the start stays as it is, and one that nests deeper than can be followed is shown as it was written.
 */
export function htmlOfMarkdown(text: string): string {
  if (startsHtml.test(text)) return text;
  try {
    return markdown.parse(text, { async: false }).trimEnd();
  } catch {
    return `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
  }
}
