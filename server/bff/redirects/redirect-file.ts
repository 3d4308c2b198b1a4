import { byteOrderMark, csvLine } from '#shared/csv.ts';
import { textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { type AddedRedirects, type AddOptions, addRedirects, type GivenRedirect } from './add-redirects.ts';
import { readAfter } from './store.ts';

/** What is wrong with a line of a file, counted from 1 as editors do. */
interface RefusedLine {
  line: number;
  field: 'from' | 'to' | null;
  reason: string;
}

/** What became of a file; nothing of it was taken while a line was refused. */
export interface ImportedFile extends Omit<AddedRedirects, 'refused'> {
  refused: RefusedLine[];
}

/** How spreadsheets and other systems head the two columns. */
const headings = {
  from: ['from', 'old', 'old address', 'old url', 'source', 'source url', 'request', 'redirect from'],
  to: ['to', 'new', 'new address', 'new url', 'target', 'target url', 'destination', 'redirect to'],
};

/** Of a line; other systems export a dozen. */
const mostColumns = 50;
const tooLong = textOf('redirect.fileTooLong', {
  rows: limits.redirects.toLocaleString('en'),
  columns: mostColumns.toString(),
});

/**
 * Takes the redirects of a CSV file: all of them, or none when there is a bad line, and then every bad one is named. An old address
 * that leads elsewhere so far is led anew, so a file that was exported, edited and taken in again says what holds.
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
  const isKeptBack = refused.length > 0 && !options.dryRun;
  return { ...done, ...(isKeptBack && { added: [], changed: [] }), refused: all };
}

/** The two columns of a file that comma, semicolon or tab separate, with a heading or without one. */
function readFile(csv: string): {
  list: (GivenRedirect & { line: number })[];
  refused: RefusedLine[];
} {
  const text = csv.startsWith(byteOrderMark) ? csv.slice(1) : csv;
  const filled: { line: number; cells: string[] }[] = [];
  for (const row of rowsOf(text, separatorOf(text))) {
    if (row.cells === undefined) return { list: [], refused: [refusedLine(1, 'redirect.badFile')] };
    const { line, cells } = row;
    // The heading is one more. What is longer is no file of redirects, and nobody waits for the rest of it.
    if (filled.length > limits.redirects || cells.length > mostColumns)
      return { list: [], refused: [{ line, field: null, reason: tooLong }] };
    filled.push({ line, cells });
  }
  const [first] = filled;
  if (!first) return { list: [], refused: [refusedLine(1, 'redirect.emptyFile')] };
  const isHeadless = first.cells[0]?.trim().startsWith('/');
  const heads = first.cells.map((cell) => cell.trim().toLowerCase());
  const [from, to] = isHeadless
    ? [0, 1]
    : [
        heads.findIndex((head) => headings.from.includes(head)),
        heads.findIndex((head) => headings.to.includes(head)),
      ];
  if (from < 0 || to < 0) return { list: [], refused: [refusedLine(first.line, 'redirect.noHeading')] };
  const list: (GivenRedirect & { line: number })[] = [];
  const refused: RefusedLine[] = [];
  for (const { line, cells } of isHeadless ? filled : filled.slice(1)) {
    const given = { from: cells[from]?.trim() ?? '', to: cells[to]?.trim() ?? '' };
    if (given.from && given.to) list.push({ line, ...given });
    else refused.push(refusedLine(line, 'redirect.missing', given.from ? 'to' : 'from'));
  }
  return { list, refused };
}

function refusedLine(
  line: number,
  code: Parameters<typeof textOf>[0],
  field: RefusedLine['field'] = null,
): RefusedLine {
  return { line, field, reason: textOf(code) };
}

/** The sign that stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const first = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.sort((one, other) => other.count - one.count)[0]?.sign ?? ',';
}

interface Row {
  /** The line on which it begins. */
  line: number;
  /** One more than a line may have, where it has more; undefined where a quote is never closed. */
  cells: string[] | undefined;
}

/** The rows of a CSV text (RFC 4180) in which something stands, one after the other. */
function* rowsOf(text: string, separator: string): Generator<Row> {
  let line = 1;
  let row = { line, cells: [] as string[] };
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1);
        if (end < 0) {
          yield { line: row.line, cells: undefined };
          return;
        }
        cell += text.slice(at + 1, end);
        at = end + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
      line += cell.split('\n').length - 1;
    }
    let end = at;
    while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
    if (row.cells.length <= mostColumns) row.cells.push((cell + text.slice(at, end)).replace(/\r$/, ''));
    at = end + 1;
    if (text[end] === separator) {
      // A separator at the very end has an empty cell behind it, and no line.
      if (at === text.length) row.cells.push('');
      continue;
    }
    if (hasText(row.cells)) yield row;
    line += 1;
    row = { line, cells: [] };
  }
  if (hasText(row.cells)) yield row;
}

function hasText(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}

/** The columns of an exported file, by their headings. */
const columns: Record<string, (redirect: Redirect) => string | number | null> = {
  From: ({ from }) => from,
  To: ({ to }) => to,
  Hits: ({ hits }) => hits,
  'Last hit': ({ last_hit_at: at }) => at,
  Added: ({ created_at: at }) => at,
  Source: ({ source }) => source,
};

const batch = 1_000;

/** All redirects as a CSV file, in the order in which they came. */
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
