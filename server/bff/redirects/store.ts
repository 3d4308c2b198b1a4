import type { Selectable } from 'kysely';
import Papa from 'papaparse';
import { type CsvColumns, csvHead, csvLines } from '#shared/csv.ts';
import { type TextCode, textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import { pageOf } from '../../database/rows.ts';
import { lockRedirects } from '../../database/site/tables.ts';
import type { SiteDb, SiteTables } from '../../database/site-types.ts';
import type { RowId } from '../../database/types.ts';
import { slice, usualPage } from '../answers.ts';
import {
  type AddressProblem,
  checkFrom,
  checkTo,
  longestChain,
  OldAddresses,
  storedForm,
} from './addresses.ts';

/** A redirect that was entered or imported, before it is checked. */
export interface GivenRedirect {
  from: string;
  to: string;
}

export interface AddOptions {
  /**
   * Who made the redirect: `hand`, `file`, `command`, or the name of an import (lower-case letters, digits, hyphens).
   */
  source: string;
  /** Path prefixes that the API host serves (UPSTREAM_MEDIA_PATHS). */
  mediaPaths: readonly string[];
  /**
   * If true, an existing redirect of the same old address gets the new target, and a single refused redirect prevents
   * all others from being added. Otherwise a new target of an existing redirect is refused.
   */
  change?: boolean;
  /** If true, returns what would happen, and changes nothing. */
  dryRun?: boolean;
}

/** Maximum number of redirects that one SQL statement writes. */
const batch = 500;

/**
 * Adds redirects from a person, a file or an import. Adding the same redirects again changes nothing. The valid
 * redirects of a list are added even if others are refused, unless `change` is set. A running site uses them after
 * some seconds, or immediately if it is notified (redirects.ts). Returns what `planFor` has found.
 */
export async function addRedirects(
  db: SiteDb,
  list: readonly GivenRedirect[],
  { source, mediaPaths, change = false, dryRun = false }: AddOptions,
) {
  return db.transaction().execute(async (tx) => {
    await lockRedirects(tx);
    const { updates, ...result } = planFor(list, await readKnown(tx), { mediaPaths, change });
    if (dryRun || (change && result.refused.length > 0)) return result;
    // Later than every change before, so that `readVersion` differs, whatever the clocks of two processes say.
    const updated_at = Math.max(Date.now(), (await readVersion(tx)).last + 1);
    for (let start = 0; start < result.added.length; start += batch)
      await tx
        .insertInto('redirects')
        .values(
          result.added.slice(start, start + batch).map(({ from, to }) => ({
            source,
            updated_at,
            created_at: updated_at,
            revision: 0,
            from_path: from,
            to_path: to,
          })),
        )
        .execute();
    for (const { id, to } of updates)
      await tx
        .updateTable('redirects')
        .set({ source, updated_at, to_path: to })
        .where('id', '=', id)
        .execute();
    return result;
  });
}

/**
 * Checks the redirects against the existing ones, and against each other. `changed` are those that had another target
 * before, which only `change` allows; `same` are those that existed already or occur twice in the list.
 */
function planFor(
  list: readonly GivenRedirect[],
  known: OldAddresses,
  { mediaPaths, change }: Pick<Required<AddOptions>, 'mediaPaths' | 'change'>,
) {
  const added: GivenRedirect[] = [];
  const same: GivenRedirect[] = [];
  const updates: (GivenRedirect & { id: RowId })[] = [];
  const refusals: (GivenRedirect & Refusal & { index: number })[] = [];
  for (const [index, given] of list.entries()) {
    const { from, to, refused } = judged(given, mediaPaths);
    const before = known.get(from);
    if (refused.length === 0 && before?.to === to) {
      same.push({ from, to });
      continue;
    }
    const obstacle = refused.length === 0 && obstacleTo(known, { from, to }, change);
    if (obstacle) refused.push(obstacle);
    refusals.push(...refused.map((each) => ({ ...given, ...each, index })));
    if (refused.length > 0) continue;
    if (before?.id === undefined) added.push({ from, to });
    else updates.push({ id: before.id, from, to });
  }
  return { added, changed: updates.map(({ from, to }) => ({ from, to })), same, refused: refusals, updates };
}

/** Adds a redirect to the others, or returns why it does not fit in with them. */
function obstacleTo(known: OldAddresses, { from, to }: GivenRedirect, change: boolean) {
  const before = known.get(from);
  // One without an id is an earlier one of the same list.
  if (before && (before.id === undefined || !change)) return refusal('from', 'redirect.taken', before.to);
  if (!before && known.size >= limits.redirects) return refusal('from', 'redirect.tooMany');
  const problem = known.put(from, { to });
  return problem && refusal('to', problem, from);
}

/** Checks a redirect by itself, without regard to the others, and returns its addresses in their stored spelling. */
function judged(given: GivenRedirect, mediaPaths: readonly string[]) {
  const from = checkFrom(given.from.trim(), mediaPaths);
  const to = checkTo(given.to.trim());
  const refused: Refusal[] = [];
  if (from.problem) refused.push(refusal('from', from.problem));
  if (to.problem) refused.push(refusal('to', to.problem));
  return { from: from.address ?? '', to: to.address ?? '', refused };
}

/**
 * Redirects the old address `from` of a page that is now at `to`. The source says why the page has moved: `restore`
 * for a record that was restored from the trash, `page` for a page of the company's own with a new address. If a
 * person made a redirect for the old address, that redirect is not changed. Returns the reasons for refused redirects,
 * as texts.
 */
export async function redirectMovedPage(
  { db, changed }: { db: SiteDb; changed(): Promise<void> },
  { from, to }: GivenRedirect,
  mediaPaths: readonly string[],
  source: 'restore' | 'page' = 'restore',
) {
  if (from === to) return [];
  const own = await findByAddress(db, to);
  // The new address has a page again, so it must not redirect any more: a redirect of this source from it is deleted.
  if (own?.source === source) await deleteRedirect(db, own.id);
  const before = await findByAddress(db, from);
  if (before && before.source !== source) return [];
  const { refused } = await addRedirects(db, [{ from, to }], { source, mediaPaths, change: true });
  await changed();
  return refused.map(({ reason }) => reason);
}

/** Deletes a redirect together with its hits. Returns false if the redirect does not exist. */
export async function deleteRedirect(db: SiteDb, id: RowId) {
  const { numDeletedRows } = await db
    .deleteFrom('redirects')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The redirects; an earlier release left marked rows of deleted ones. */
const living = (db: SiteDb) => db.selectFrom('redirects').where('deleted_at', 'is', null);

type Refusal = ReturnType<typeof refusal>;

/** Says why a redirect is refused. */
function refusal(field: 'from' | 'to', code: AddressProblem, address = '') {
  const counted: Partial<Record<AddressProblem, number>> = {
    'redirect.tooMany': limits.redirects,
    'redirect.chain': longestChain,
  };
  const limit = counted[code] ?? limits.redirectAddress;
  return { field, reason: textOf(code, { limit: limit.toLocaleString('en'), address }) };
}

/** Reads all redirects. Earlier releases stored the parameters of an address in any order. */
export async function readKnown(db: SiteDb) {
  const rows = await living(db).select(['id', 'from_path as from', 'to_path as to']).execute();
  return new OldAddresses(
    rows.map(({ id, from, to }) => [storedForm(from) ?? from, { id: Number(id), to }] as const),
  );
}

/** Returns how many redirects there are, and when the last one was added or changed: both differ after any change. */
export async function readVersion(db: SiteDb) {
  const { count, last } = await living(db)
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('updated_at').as('last')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), last: Number(last ?? 0) };
}

function present(row: Selectable<SiteTables['redirects']>) {
  const moment = (at: unknown) => new Date(Number(at)).toISOString();
  return {
    id: Number(row.id),
    from: row.from_path,
    to: row.to_path,
    source: row.source,
    hits: Number(row.hits),
    last_hit_at: row.last_hit_at === null ? null : moment(row.last_hit_at),
    created_at: moment(row.created_at),
  };
}

/**
 * Reads the redirects whose addresses contain every word of a search, newest first. It looks at all of them, because
 * SQLite ignores the case of ASCII letters only.
 */
export async function readAll(db: SiteDb, search = '') {
  // Copied addresses are percent-encoded and stored addresses are not.
  const words = search.split(/\s+/).map((word) => (storedForm(word) ?? word).toLowerCase());
  return (await living(db).selectAll().orderBy('id', 'desc').execute())
    .map(present)
    .filter(({ from, to }) => words.every((word) => `${from} ${to}`.toLowerCase().includes(word)));
}

/** Reads one page of the redirects, newest first. Without a search it reads no others: a site may have 20,000. */
export async function pageOfRedirects(
  db: SiteDb,
  { page = 1, per_page = usualPage, search }: { page?: number; per_page?: number; search?: string },
) {
  if (search) return slice(await readAll(db, search), page, per_page);
  const found = await pageOf(db, page, (tx) => living(tx).selectAll().orderBy('id', 'desc'), per_page);
  return { ...found, data: found.data.map(present) };
}

/** Finds a redirect by its old address, in any spelling. */
export async function findByAddress(db: SiteDb, from: string) {
  const row = await living(db)
    .selectAll()
    .where('from_path', '=', storedForm(from) ?? '')
    .executeTakeFirst();
  return row && present(row);
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
export async function importFile(db: SiteDb, csv: string, options: Omit<AddOptions, 'change'>) {
  const { list, refused } = readFile(csv);
  const done = await addRedirects(db, list, {
    ...options,
    dryRun: options.dryRun || refused.length > 0,
    change: true,
  });
  const all = [
    ...refused,
    ...done.refused.map(({ index, field, reason }) => ({ line: list[index]?.line ?? 0, field, reason })),
  ].sort((one, other) => one.line - other.line);
  // If a line was refused, nothing was imported, so no redirect is reported as added or changed. A dry run reports
  // what its check found.
  const nothing = all.length > 0 && !options.dryRun && { added: [], changed: [] };
  return { ...done, ...nothing, refused: all };
}

/** Reads the two columns of a file. The file is separated by comma, semicolon or tab, and may have a heading. */
function readFile(csv: string) {
  const refuse = (line: number, code: TextCode) => ({ list: [], refused: [refusedLine(line, code)] });
  const rows = rowsOf(csv);
  if (!rows) return refuse(1, 'redirect.badFile');
  // The limit allows one row more, for the heading.
  const tooMany = rows[limits.redirects + 1];
  if (tooMany) return refuse(tooMany.line, 'redirect.fileTooLong');
  const [first] = rows;
  if (!first) return refuse(1, 'redirect.emptyFile');
  const isHeadless = first.cells[0]?.startsWith('/') === true;
  const heads = first.cells.map((cell) => cell.toLowerCase());
  const [from = -1, to = -1] = isHeadless
    ? [0, 1]
    : [headings.from, headings.to].map((names) => heads.findIndex((head) => names.includes(head)));
  if (from < 0 || to < 0) return refuse(first.line, 'redirect.noHeading');
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

/** Says why a row of a file is refused. Rows are counted from 1. */
function refusedLine(line: number, code: TextCode, field: Refusal['field'] | null = null) {
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
export async function exportFile(db: SiteDb) {
  return csvHead(columns) + csvLines(columns, await readAll(db));
}
