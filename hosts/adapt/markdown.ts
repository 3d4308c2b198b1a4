import { Marked } from 'marked';

const markdown = new Marked({ gfm: true, breaks: false });

/** Text that begins with HTML, as this site's editor saves it, contains no Markdown. */
const startsHtml = /^\s*<(p|h[1-6]|ul|ol|div|blockquote|figure|pre|table|iframe|img)\b/i;

/**
 * Converts a host's Markdown (CommonMark, with GitHub's tables and strikethrough) to HTML. HTML in it stays, and is
 * sanitised like that of any host. A text that begins with HTML stays unchanged, and one that nests too deeply to
 * parse is shown as written.
 */
export function htmlOfMarkdown(text: string): string {
  if (startsHtml.test(text)) return text;
  try {
    return markdown.parse(text, { async: false }).trimEnd();
  } catch {
    return `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
  }
}
