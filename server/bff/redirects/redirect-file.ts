import Papa from 'papaparse';
import { type CsvColumns, csvHead, csvLines } from '#shared/csv.ts';
import { textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { type AddedRedirects, type AddOptions, addRedirects, type GivenRedirect, readAll } from './store.ts';

/** A row of a file with a problem, counted from 1. */
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

/**
 * Imports the redirects of a CSV file. If any line is refused, nothing is imported, and every refused line is
 * reported. An existing redirect of an old address gets the new target, so that a file can be exported, edited and
 * imported again.
 */
export async function importFile(
  db: SiteDb,
  csv: string,
  options: Omit<AddOptions, 'change'>,
): Promise<ImportedFile> {
  const { list, refused } = readFile(csv);
  const dryRun = options.dryRun || refused.length > 0;
  const done = await addRedirects(db, list, { ...options, dryRun, change: true });
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

/** Reads the two columns of a file. The file is separated by comma, semicolon or tab, and may have a heading. */
function readFile(csv: string): { list: (GivenRedirect & { line: number })[]; refused: RefusedLine[] } {
  const refuse = (...[line, code, field = null]: Parameters<typeof refusedLine>) => ({
    list: [],
    refused: [refusedLine(line, code, field)],
  });
  const rows = rowsOf(csv);
  if (!rows) return refuse(1, 'redirect.badFile');
  // The limit allows one row more, for the heading.
  const tooMany = rows[limits.redirects + 1];
  if (tooMany) return refuse(tooMany.line, 'redirect.fileTooLong');
  const [first] = rows;
  if (!first) return refuse(1, 'redirect.emptyFile');
  const isHeadless = first.cells[0]?.startsWith('/') === true;
  const heads = first.cells.map((cell) => cell.toLowerCase());
  const [from, to] = isHeadless
    ? [0, 1]
    : [headings.from, headings.to].map((names) => heads.findIndex((head) => names.includes(head)));
  if (from === undefined || to === undefined || from < 0 || to < 0)
    return refuse(first.line, 'redirect.noHeading');
  const pairs = rows
    .slice(isHeadless ? 0 : 1)
    .map(({ line, cells }) => ({ line, from: cells[from] ?? '', to: cells[to] ?? '' }));
  return {
    list: pairs.filter((each) => each.from && each.to),
    refused: pairs
      .filter((each) => !each.from || !each.to)
      .map((each) => refusedLine(each.line, 'redirect.missing', each.from ? 'to' : 'from')),
  };
}

function refusedLine(
  line: number,
  code: Parameters<typeof textOf>[0],
  field: RefusedLine['field'] = null,
): RefusedLine {
  return { line, field, reason: textOf(code, { rows: limits.redirects.toLocaleString('en') }) };
}

/**
 * Returns the rows of a CSV text (RFC 4180) that are not empty, each with its number in the file; undefined if a quote
 * is never closed.
 */
function rowsOf(text: string) {
  // Papa expects the same line end everywhere.
  const { data, errors } = Papa.parse<string[]>(text.replace(/\r\n?/g, '\n'), {
    // The first one outside of quotes: Papa's guess fails when there are empty lines.
    delimiter: /[,;\t]/.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? ',',
    transform: (cell) => cell.trim(),
  });
  if (errors.some(({ type }) => type === 'Quotes')) return undefined;
  return data.map((cells, index) => ({ line: index + 1, cells })).filter(({ cells }) => cells.some(Boolean));
}

/** The columns of an exported file: for each heading, a function that returns the cell of a redirect. */
const columns: CsvColumns<Redirect> = {
  From: ({ from }) => from,
  To: ({ to }) => to,
  Hits: ({ hits }) => hits,
  'Last hit': ({ last_hit_at: at }) => at,
  Added: ({ created_at: at }) => at,
  Source: ({ source }) => source,
};

/** Returns all redirects as a CSV file, newest first. */
export async function exportFile(db: SiteDb): Promise<string> {
  return csvHead(columns) + csvLines(columns, await readAll(db));
}
