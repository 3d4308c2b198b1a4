import { byteOrderMark, csvLine } from '#shared/csv.ts';
import { textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { type AddedRedirects, type AddOptions, addRedirects, type GivenRedirect } from './add-redirects.ts';
import { readAfter } from './store.ts';

/** A line of a file with a problem. Lines are counted from 1, as in editors. */
interface RefusedLine {
  line: number;
  field: 'from' | 'to' | null;
  reason: string;
}

/** Result of an import. Nothing was imported if `refused` contains a line. */
export interface ImportedFile extends Omit<AddedRedirects, 'refused'> {
  refused: RefusedLine[];
}

/** Names of the two columns that are recognised in a heading, as spreadsheets and other systems write them. */
const headings = {
  from: ['from', 'old', 'old address', 'old url', 'source', 'source url', 'request', 'redirect from'],
  to: ['to', 'new', 'new address', 'new url', 'target', 'target url', 'destination', 'redirect to'],
};

/** Maximum number of columns; exports of other systems have about a dozen. */
const mostColumns = 50;
const tooLong = textOf('redirect.fileTooLong', {
  rows: limits.redirects.toLocaleString('en'),
  columns: mostColumns.toString(),
});

/**
 * Imports the redirects of a CSV file. If any line is refused, nothing is imported, and every refused line is
 * reported. An existing redirect of an old address gets the new target, so that a file can be exported, edited and
 * imported again.
 */
export async function importFile(
  db: SiteDb,
  csv: string,
  options: Omit<AddOptions, 'change' | 'whole'>,
): Promise<ImportedFile> {
  const { list, refused } = readFile(csv);
  const dryRun = options.dryRun || refused.length > 0;
  const done = await addRedirects(db, list, { ...options, dryRun, change: true, whole: true });
  const ofList = done.refused.map(({ index, field, reason }) => ({
    line: list[index]?.line ?? 0,
    field,
    reason,
  }));
  const all = [...refused, ...ofList].sort((one, other) => one.line - other.line);
  // If a line was refused, nothing was imported, so no redirect is reported as added or changed. A dry run reports
  // what its check found.
  const isRefused = refused.length > 0 && !options.dryRun;
  return { ...done, ...(isRefused && { added: [], changed: [] }), refused: all };
}

type GivenLine = GivenRedirect & { line: number };

interface ReadFile {
  list: GivenLine[];
  refused: RefusedLine[];
}

/** Reads the two columns of a file. The file is separated by comma, semicolon or tab, and may have a heading. */
function readFile(csv: string): ReadFile {
  const refuse = (line: RefusedLine): ReadFile => ({ list: [], refused: [line] });
  const { rows, problem } = readRows(csv.replace(byteOrderMark, '').replace(/\r\n?/g, '\n'));
  if (problem) return refuse(problem);
  const [first] = rows;
  if (!first) return refuse(refusedLine(1, 'redirect.emptyFile'));
  const isHeadless = first.cells[0]?.trim().startsWith('/') === true;
  const places = isHeadless ? { from: 0, to: 1 } : placesOf(first.cells);
  if (!places) return refuse(refusedLine(first.line, 'redirect.noHeading'));
  const list: GivenLine[] = [];
  const refused: RefusedLine[] = [];
  for (const { line, cells } of isHeadless ? rows : rows.slice(1)) {
    const from = cells[places.from]?.trim() ?? '';
    const to = cells[places.to]?.trim() ?? '';
    if (from && to) list.push({ line, from, to });
    else refused.push(refusedLine(line, 'redirect.missing', from ? 'to' : 'from'));
  }
  return { list, refused };
}

/** Returns the rows that are not empty, and the problem if the file cannot be read to its end. */
function readRows(text: string): { rows: Row[]; problem?: RefusedLine } {
  const rows: Row[] = [];
  for (const { line, cells } of rowsOf(text, separatorOf(text))) {
    if (cells === undefined) return { rows, problem: refusedLine(1, 'redirect.badFile') };
    // The line with which Excel is told the separator.
    if (line === 1 && /^sep=$/i.test(cells[0] ?? '')) continue;
    // The limit allows one row more, for the heading. A longer file is no list of redirects, so reading stops.
    if (rows.length > limits.redirects || cells.length > mostColumns)
      return { rows, problem: { line, field: null, reason: tooLong } };
    rows.push({ line, cells });
  }
  return { rows };
}

/**
 * Returns the indexes of the two columns, found by the names in the heading; undefined if the first row is no
 * heading.
 */
function placesOf(cells: readonly string[]): { from: number; to: number } | undefined {
  const heads = cells.map((cell) => cell.trim().toLowerCase());
  const from = heads.findIndex((head) => headings.from.includes(head));
  const to = heads.findIndex((head) => headings.to.includes(head));
  return from < 0 || to < 0 ? undefined : { from, to };
}

function refusedLine(
  line: number,
  code: Parameters<typeof textOf>[0],
  field: RefusedLine['field'] = null,
): RefusedLine {
  return { line, field, reason: textOf(code) };
}

/** Returns the separator that occurs most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const first = (text.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '');
  if (/^sep=[,;\t]$/i.test(first)) return first.slice(-1);
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.sort((one, other) => other.count - one.count)[0]?.sign ?? ',';
}

interface Row {
  /** Number of the line in which the row begins. */
  line: number;
  /** The cells of the row. If the row has too many columns, the list ends one cell after the allowed number. */
  cells: string[];
}

/** A row as read. `cells` is absent if a quote is never closed. */
type ReadRow = Row | { line: number; cells?: undefined };

/** Yields the rows of a CSV text (RFC 4180) that are not empty. */
function* rowsOf(text: string, separator: string): Generator<ReadRow> {
  let line = 1;
  let row: Row = { line, cells: [] };
  const ends = new RegExp(`[${separator}\n]`, 'g');
  for (let at = 0; at < text.length; ) {
    const cell = cellAt(text, at, ends);
    if (!cell) {
      yield { line: row.line };
      return;
    }
    if (row.cells.length <= mostColumns) row.cells.push(cell.text);
    line += cell.lines;
    at = cell.end + 1;
    if (text[cell.end] === separator) {
      // After a separator at the very end of the text comes one more cell, an empty one, which the loop would not
      // reach.
      if (at === text.length) row.cells.push('');
      continue;
    }
    if (hasText(row.cells)) yield row;
    line += 1;
    row = { line, cells: [] };
  }
  if (hasText(row.cells)) yield row;
}

interface Cell {
  text: string;
  /** Number of line breaks inside the cell's quotes. */
  lines: number;
  /** Index of the separator or line break after the cell, or the end of the text. */
  end: number;
}

/** Reads the cell that begins at `at`, up to a match of `ends`; undefined if its quote is never closed. */
function cellAt(text: string, at: number, ends: RegExp): Cell | undefined {
  const quoted = text[at] === '"' ? quotedAt(text, at) : { text: '', end: at };
  if (!quoted) return undefined;
  ends.lastIndex = quoted.end;
  const end = ends.test(text) ? ends.lastIndex - 1 : text.length;
  return {
    text: quoted.text + text.slice(quoted.end, end),
    lines: quoted.text.split('\n').length - 1,
    end,
  };
}

/**
 * Reads the quoted text that begins at `at`; undefined if the quote is never closed. A quote character inside the
 * text is written twice. `end` is the index after the closing quote.
 */
function quotedAt(text: string, at: number): { text: string; end: number } | undefined {
  let inside = '';
  for (let begin = at + 1; ; begin += 1) {
    const end = text.indexOf('"', begin);
    if (end < 0) return undefined;
    inside += text.slice(begin, end);
    begin = end + 1;
    if (text[begin] !== '"') return { text: inside, end: begin };
    inside += '"';
  }
}

function hasText(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}

/** The columns of an exported file: for each heading, a function that returns the cell of a redirect. */
const columns: Record<string, (redirect: Redirect) => string | number | null> = {
  From: ({ from }) => from,
  To: ({ to }) => to,
  Hits: ({ hits }) => hits,
  'Last hit': ({ last_hit_at: at }) => at,
  Added: ({ created_at: at }) => at,
  Source: ({ source }) => source,
};

const batch = 1_000;

/** Yields all redirects as a CSV file, in the order of their creation. */
export async function* exportFile(db: SiteDb): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(Object.keys(columns));
  let after = 0;
  for (;;) {
    const some = await readAfter(db, after, batch);
    if (some.length === 0) return;
    yield some.map((each) => csvLine(Object.values(columns).map((read) => read(each)))).join('');
    after = some.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
  }
}
