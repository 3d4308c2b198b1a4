import { escapeHtml } from '../escape-html.ts';
import { placeholdersOf } from '../placeholders.ts';

const names = ['legal_entity', 'company', 'address', 'country', 'phone', 'email', 'months'] as const;

/** The placeholders of legal texts, which are filled in when the page is shown. */
export const legalPlaceholders = placeholdersOf(names, /\{(\p{L}[^{}<>\r\n]{0,39})\}/gu);

/** Fills in the values, which are plain text: characters with a meaning in HTML are escaped. */
export function fillLegalPlaceholders(html: string, values: Record<(typeof names)[number], string>): string {
  return legalPlaceholders.fill(html, (name) => escapeHtml(values[name]));
}
