/** First characters that a spreadsheet reads as a formula, full-width forms included (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u;

/** Excel reads a file as UTF-8 only if it begins with this character. */
export const byteOrderMark = '\uFEFF';

/**
 * Returns one line of a CSV file (RFC 4180). Every cell is quoted, so that a separator or line end in a text does not
 * end the cell. A text that a spreadsheet would run as a formula gets an apostrophe in front. Numbers are written
 * unchanged.
 */
export function csvLine(cells: readonly (string | number | null)[]) {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null) {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
