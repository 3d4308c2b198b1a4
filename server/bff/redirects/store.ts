import { sql } from 'kysely';
import { textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import { contains } from '../../database/dialect.ts';
import type { RowId } from '../../database/row-id.ts';
import { lockRedirects } from '../../database/site/redirects-table.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { assertThat } from '../../errors.ts';
import { newerVersion } from '../../newer-version.ts';
import { type AddressProblem, checkFrom, checkTo, storedForm } from './addresses.ts';
import { longestChain, OldAddresses } from './old-addresses.ts';

/** How long a deleted redirect stays marked, in milliseconds, so that every process finds its revision. */
const markedMs = 24 * 3_600_000;

/** A redirect that was entered or imported, before it is checked. */
export interface GivenRedirect {
  from: string;
  to: string;
}

/** Why a redirect is refused. */
interface Refusal {
  field: 'from' | 'to';
  reason: string;
}

/** Result of adding a list of redirects. */
export interface AddedRedirects {
  added: GivenRedirect[];
  /** Redirects that had another target before. Empty unless `change` is set. */
  changed: GivenRedirect[];
  /** Redirects that changed nothing, because they existed already or occur twice in the list. */
  same: GivenRedirect[];
  /** `index` is the index in the given list. */
  refused: (GivenRedirect & Refusal & { index: number })[];
}

export interface AddOptions {
  /**
   * Who made the redirect: `hand`, `file`, `command`, or the name of an import (lower-case letters, digits, hyphens).
   */
  source: string;
  /** Name or email of the person. */
  who?: string | null;
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
 * some seconds, or immediately if it is notified (redirects.ts).
 */
export async function addRedirects(
  db: SiteDb,
  list: readonly GivenRedirect[],
  { source, who = null, mediaPaths, change = false, dryRun = false }: AddOptions,
): Promise<AddedRedirects> {
  return changing(db, async (tx, revision) => {
    const { updates, ...result } = planFor(list, await readKnown(tx), { mediaPaths, change });
    if (dryRun) return result;
    if (change && result.refused.length > 0) return { ...result, added: [], changed: [] };
    const row = { source, who, revision, updated_at: Date.now() };
    for (let start = 0; start < result.added.length; start += batch)
      await tx
        .insertInto('redirects')
        .values(
          result.added
            .slice(start, start + batch)
            .map(({ from, to }) => ({ ...row, from_path: from, to_path: to, created_at: row.updated_at })),
        )
        .execute();
    for (const { id, to } of updates) await update(tx, id, { ...row, to_path: to });
    return result;
  });
}

/** Checks the redirects against the existing ones, and against each other. */
function planFor(
  list: readonly GivenRedirect[],
  known: Known,
  { mediaPaths, change }: { mediaPaths: readonly string[]; change?: boolean },
) {
  const plan: AddedRedirects = { added: [], changed: [], same: [], refused: [] };
  const updates: (GivenRedirect & { id: RowId })[] = [];
  const ofList = new Set<string>();
  for (const [index, given] of list.entries()) {
    const { from, to, refused } = judged(given, mediaPaths);
    const before = known.get(from);
    if (refused.length === 0 && before?.to === to) {
      plan.same.push({ from, to });
      continue;
    }
    const obstacle =
      refused.length === 0 && obstacleTo(known, { from, to }, { isTwice: ofList.has(from), change });
    if (obstacle) refused.push(obstacle);
    plan.refused.push(...refused.map((each) => ({ ...given, ...each, index })));
    if (refused.length > 0) continue;
    ofList.add(from);
    if (before?.id === undefined) plan.added.push({ from, to });
    else updates.push({ id: before.id, from, to });
  }
  return { ...plan, changed: updates.map(({ from, to }) => ({ from, to })), updates };
}

/** Adds a redirect to the others, or returns why it does not fit in with them. */
function obstacleTo(
  known: Known,
  { from, to }: GivenRedirect,
  { isTwice, change }: { isTwice: boolean; change?: boolean },
): Refusal | undefined {
  const before = known.get(from);
  if (before && (isTwice || !change))
    return refusal('from', isTwice ? 'redirect.twice' : 'redirect.taken', before.to);
  if (!before && known.size >= limits.redirects) return refusal('from', 'redirect.tooMany');
  const problem = known.put(from, { ...before, to });
  return problem && refusal('to', problem, from);
}

/** Checks a redirect by itself, without regard to the others, and returns its addresses in their stored spelling. */
function judged(given: GivenRedirect, mediaPaths: readonly string[]) {
  const [from, to] = [checkFrom(given.from.trim(), mediaPaths), checkTo(given.to.trim())];
  const refused: Refusal[] = [];
  if ('problem' in from) refused.push(refusal('from', from.problem));
  if ('problem' in to) refused.push(refusal('to', to.problem));
  return { from: 'address' in from ? from.address : '', to: 'address' in to ? to.address : '', refused };
}

/** Throws 422 with the reasons by field, if the only redirect of a list was refused. */
export function assertNoneRefused(refused: readonly Refusal[]): void {
  const fields = Object.fromEntries(refused.map(({ field, reason }) => [field, [reason]]));
  assertThat(refused.length === 0, 'fields.invalid', 422, { fields });
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
): Promise<string[]> {
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

interface Change extends GivenRedirect {
  /**
   * The time of the version that was edited. If the stored version has another time, the change is refused; without
   * this time the last change wins.
   */
  updated_at?: string | null;
  /** Name or email of the person. */
  who?: string | null;
}

/** Changes a redirect. Rejects with AppError: 404, 409 `conflict.newer`, 422 with the names of the fields. */
export async function changeRedirect(
  db: SiteDb,
  id: RowId,
  { updated_at: version, who = null, ...given }: Change,
  mediaPaths: readonly string[],
): Promise<Redirect> {
  return changing(db, async (tx, revision) => {
    const row = await readOne(tx, id);
    assertThat(row && row.deleted_at === null, 'redirect.notFound', 404);
    const before = present(row);
    if (version && version !== before.updated_at) throw newerVersion(version, before.updated_at, row.who);
    const { added, same, refused } = planFor([given], await readKnown(tx, id), { mediaPaths });
    assertNoneRefused([...refused, ...same.map(() => refusal('from', 'redirect.same'))]);
    const { from, to } = added[0] ?? given;
    // Hits belong to the old address, so a redirect whose old address is changed starts again with 0 hits.
    const hits = from === before.from ? {} : { hits: 0, last_hit_at: null };
    return updated(tx, row, { from_path: from, to_path: to, ...hits, who, revision });
  });
}

/** Deletes a redirect together with its hits. Returns false if the redirect does not exist. */
export async function deleteRedirect(db: SiteDb, id: RowId): Promise<boolean> {
  return changing(db, async (tx, revision) => {
    const row = await readOne(tx, id);
    if (!row || row.deleted_at !== null) return false;
    await updated(tx, row, { deleted_at: Date.now(), revision });
    return true;
  });
}

/**
 * Runs a change in a transaction of its own, one after the other, and gives it the number of its revision. Erases
 * the redirects that were deleted a day ago.
 */
function changing<Result>(
  db: SiteDb,
  work: (tx: SiteDb, revision: number) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await lockRedirects(tx);
    const revision = (await readRevision(tx)) + 1;
    await tx
      .deleteFrom('redirects')
      .where('deleted_at', '<', Date.now() - markedMs)
      .execute();
    return work(tx, revision);
  });
}

type Row = NonNullable<Awaited<ReturnType<typeof readOne>>>;

/** Writes a change of a row. Each version has its own time, even for two changes within a millisecond. */
async function updated(tx: SiteDb, row: Row, change: Partial<Row> & { revision: number }): Promise<Redirect> {
  const updated_at = Math.max(Date.now(), Number(row.updated_at) + 1);
  await update(tx, row.id, { ...change, updated_at });
  return present({ ...row, ...change, updated_at });
}

async function update(tx: SiteDb, id: RowId, change: Partial<Row>): Promise<void> {
  await tx.updateTable('redirects').set(change).where('id', '=', id).execute();
}

type Known = OldAddresses<{ id?: RowId; to: string }>;

function refusal(field: Refusal['field'], code: AddressProblem, address = ''): Refusal {
  const counted: Partial<Record<AddressProblem, number>> = {
    'redirect.tooMany': limits.redirects,
    'redirect.chain': longestChain,
  };
  const limit = counted[code] ?? limits.redirectAddress;
  return { field, reason: textOf(code, { limit: limit.toLocaleString('en'), address }) };
}

/**
 * Reads all redirects that are not deleted, without the one with the id `except`. Earlier releases stored the
 * parameters of an address in any order.
 */
export async function readKnown(db: SiteDb, except?: RowId) {
  const rows = await db
    .selectFrom('redirects')
    .select(['id', 'from_path as from', 'to_path as to'])
    .where('deleted_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as RowId))
    .execute();
  return new OldAddresses(
    rows.map(({ id, from, to }) => [storedForm(from) ?? from, { id: Number(id), to }] as const),
  ) as OldAddresses<{ id?: RowId; to: string }>;
}

/** Returns the revision of the redirects: the number of the last change; 0 if there was no change yet. */
export async function readRevision(db: SiteDb): Promise<number> {
  const row = await db
    .selectFrom('redirects')
    .select(({ fn }) => fn.max('revision').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Reads a redirect by its id, including a deleted one. */
async function readOne(db: SiteDb, id: RowId) {
  return db.selectFrom('redirects').selectAll().where('id', '=', id).executeTakeFirst();
}

function present(row: Row): Redirect {
  const moment = (at: unknown) => new Date(Number(at)).toISOString();
  return {
    id: Number(row.id),
    from: row.from_path,
    to: row.to_path,
    source: row.source,
    hits: Number(row.hits),
    last_hit_at: row.last_hit_at === null ? null : moment(row.last_hit_at),
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
  };
}

/**
 * Reads one page of redirects, newest first. With `search`, only redirects whose addresses contain every word of the
 * search.
 */
export async function readPage(
  db: SiteDb,
  { page, perPage, search = '' }: { page: number; perPage: number; search?: string },
): Promise<{ data: Redirect[]; total: number }> {
  // Copied addresses are percent-encoded and stored addresses are not.
  const words = search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (storedForm(word) ?? word).toLowerCase());
  const text = sql`lower(from_path || ' ' || to_path)`;
  const found = db
    .selectFrom('redirects')
    .where('deleted_at', 'is', null)
    .$if(words.length > 0, (query) =>
      query.where(({ and }) =>
        and(words.map((word): ReturnType<typeof contains> => contains(db, text, word))),
      ),
    );
  const { total } = await found.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: rows.map(present), total: Number(total) };
}

/** Reads all redirects in the order of their creation. */
export async function readAll(db: SiteDb): Promise<Redirect[]> {
  const { data } = await readPage(db, { page: 1, perPage: limits.redirects });
  return data.reverse();
}

/** Finds a redirect by its old address, in any spelling. */
export async function findByAddress(db: SiteDb, from: string): Promise<Redirect | undefined> {
  const row = await db
    .selectFrom('redirects')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('from_path', '=', storedForm(from) ?? '')
    .executeTakeFirst();
  return row && present(row);
}
