/** The placeholders of legal texts, which are written in braces and filled in when the page is shown. */
export const legalPlaceholders = ['legal_entity', 'company', 'email', 'country', 'months'] as const;

export type LegalPlaceholder = (typeof legalPlaceholders)[number];

/** Matches words in braces on one line, which look like a placeholder. */
const mark = /\{(\p{L}[^{}<>\r\n]{0,39})\}/gu;

/** Returns the placeholders of a text that this site does not know, in braces and each once. */
export function unknownPlaceholders(html: string): string[] {
  const unknown = [...html.matchAll(mark)].filter(([, name = '']) => !isKnown(name)).map(([whole]) => whole);
  return [...new Set(unknown)];
}

/** Fills in the values, which are plain text: characters with a meaning in HTML are escaped. */
export function fillLegalPlaceholders(html: string, values: Record<LegalPlaceholder, string>): string {
  return html.replace(mark, (whole, name: string) => (isKnown(name) ? escaped(values[name]) : whole));
}

function isKnown(name: string): name is LegalPlaceholder {
  return legalPlaceholders.includes(name as LegalPlaceholder);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
