import { Marked } from 'marked';

const markdown = new Marked({ gfm: true, breaks: false });

/** Matches a text that begins with HTML, as this site's editor saves texts. Such a text contains no Markdown. */
const startsHtml = /^\s*<(p|h[1-6]|ul|ol|div|blockquote|figure|pre|table|iframe|img)\b/i;

/**
 * Converts a host's Markdown (CommonMark, with GitHub's tables and strikethrough) to HTML. HTML inside the Markdown
 * is preserved, and sanitised later like all HTML of a host. A text that begins with HTML is returned unchanged. A
 * text that is nested too deeply to parse is returned as its escaped source.
 */
export function htmlOfMarkdown(text: string) {
  if (startsHtml.test(text)) return text;
  try {
    return markdown.parse(text, { async: false }).trimEnd();
  } catch {
    return `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
  }
}
