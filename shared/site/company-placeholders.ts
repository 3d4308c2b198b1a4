import { escapeHtml } from '../escape-html.ts';
import { placeholdersOf } from '../placeholders.ts';

const names = ['legal_entity', 'company', 'address', 'country', 'phone', 'email', 'months'] as const;

type Name = (typeof names)[number];

/** The placeholders of legal texts and own pages, which are filled in when the page is shown. */
export const companyPlaceholders = placeholdersOf(names, /\{(\p{L}[^{}<>\r\n]{0,39})\}/gu);

/** The value of each placeholder; undefined or empty if the company has none. */
export type CompanyValues = Record<Name, string | undefined>;

/**
 * Fills in the values, which are plain text: characters with a meaning in HTML are escaped. A line whose placeholders
 * all lack a value is left out, with its heading if nothing else is below it. In other lines such a placeholder
 * is left out with its label and its comma.
 */
export function fillCompanyPlaceholders(html: string, values: CompanyValues) {
  const missing = names.filter((name) => !values[name]);
  const rest = missing.some((name) => html.includes(`{${name}}`)) ? withoutMissing(html, missing) : html;
  return companyPlaceholders.fill(rest, (name) => escapeHtml(values[name] ?? ''));
}

/** Paragraphs, items and headings without others of their kind inside. */
const block = /(<(p|li|h[1-6])\b[^>]*>)((?:(?!<\2\b).)*?)(<\/\2>)/gis;
const lineBreak = /<br\b[^>]*>/i;
/** Stands for a block that was left out, until its heading and its list are removed too. */
const removed = '<!--removed-->';

function withoutMissing(html: string, missing: readonly Name[]): string {
  const known = new RegExp(`\\{(?:${names.join('|')})\\}`, 'g');
  const isMissing = (mark: string) => (missing as readonly string[]).includes(mark.slice(1, -1));
  const shorten = partRemover(missing);
  const shortened = html.replace(block, (_, start: string, _tag: string, content: string, end: string) => {
    const lines = content.split(lineBreak);
    const left = lines.filter((line) => {
      const marks = line.match(known) ?? [];
      return marks.length === 0 || !marks.every(isMissing);
    });
    if (left.length === 0) return removed;
    return `${start}${shorten(left.length === lines.length ? content : left.join('<br>'))}${end}`;
  });
  return shorten(shortened)
    .replace(/<(ul|ol)\b[^>]*>(?:\s|<!--removed-->)*<\/\1>/gi, removed)
    .replace(/<(h[1-6])\b[^>]*>(?:(?!<h[1-6]\b).)*?<\/\1>\s*(?:<!--removed-->\s*)+(?=<h[1-6]\b|$)/gis, '')
    .replaceAll(removed, '');
}

/** Returns a function that removes placeholders without a value from a line, with their label and their separator. */
function partRemover(missing: readonly Name[]): (line: string) => string {
  const mark = `(?:[\\p{L}][\\p{L} -]{0,29}:\\s*)?\\{(?:${missing.join('|')})\\}`;
  const inBrackets = new RegExp(`\\s*\\(\\s*${mark}\\s*\\)`, 'giu');
  const afterSeparator = new RegExp(`\\s*[,;·|،]\\s*${mark}`, 'giu');
  const first = new RegExp(`${mark}(?:\\s*[,;·|،])?\\s*`, 'giu');
  return (line) => line.replace(inBrackets, '').replace(afterSeparator, '').replace(first, '');
}
