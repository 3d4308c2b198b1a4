/** Beginnings that a spreadsheet takes for a formula, full-width forms included (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u;

/** Excel reads a file as UTF-8 only when it begins so. */
export const byteOrderMark = '\uFEFF';

/**
 * One line of a CSV file (RFC 4180): every cell quoted, so that no separator or line end of a text is one of the file; a
 * text that a spreadsheet would run gets an apostrophe in front. Numbers are written as they are.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
