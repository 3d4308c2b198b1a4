/** First characters that a spreadsheet reads as a formula, full-width forms included (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u;

export const csvType = 'text/csv; charset=utf-8';
/** Excel reads a file as UTF-8 only if it begins with this character. */
const byteOrderMark = '\uFEFF';

/**
 * Returns one line of a CSV file (RFC 4180). Every cell is quoted, so that a separator or line end in a text does not
 * end the cell. A text that a spreadsheet would run as a formula gets an apostrophe in front. Numbers are written
 * unchanged.
 */
export function csvLine(cells: readonly Cell[]) {
  return `${cells.map(cell).join(',')}\r\n`;
}

type Cell = string | number | null;

/** The columns of a file: for each heading, a function that returns the cell of a row. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

/** Returns the beginning of a file: the mark by which Excel reads it as UTF-8, and the headings. */
export function csvHead(columns: object) {
  return byteOrderMark + csvLine(Object.keys(columns));
}

export function csvLines<Row>(columns: CsvColumns<Row>, rows: readonly Row[]) {
  return rows.map((row) => csvLine(Object.values(columns).map((read) => read(row)))).join('');
}

function cell(value: Cell) {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
