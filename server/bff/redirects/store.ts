import { sql } from 'kysely';
import { textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import { contains } from '../../database/dialect.ts';
import type { RowId } from '../../database/row-id.ts';
import { lockRedirects } from '../../database/site/redirects-table.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { newerVersion } from '../../newer-version.ts';
import { type AddressProblem, checkFrom, checkTo, storedForm } from './addresses.ts';
import { addTo, longestChain, OldAddresses } from './chains.ts';

/** How long a deleted redirect can be restored, in milliseconds. */
const regretMs = 24 * 3_600_000;

/**
 * Reads all redirects that are not deleted. Earlier releases stored the parameters of an address in any order.
 */
export async function readAlive(
  db: SiteDb,
): Promise<{ id: RowId; from: string; to: string; source: string }[]> {
  const rows = await db
    .selectFrom('redirects')
    .select(['id', 'from_path as from', 'to_path as to', 'source'])
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => ({ ...row, id: Number(row.id), from: storedForm(row.from) ?? row.from }));
}

/** Returns the revision of the redirects: the number of the last change; 0 if there was no change yet. */
export async function readRevision(db: SiteDb): Promise<number> {
  const row = await db
    .selectFrom('redirects')
    .select(({ fn }) => fn.max('revision').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Returns the revision for the next change, and erases redirects that were deleted too long ago to be restored. */
export async function nextRevision(tx: SiteDb): Promise<number> {
  const revision = (await readRevision(tx)) + 1;
  await tx
    .deleteFrom('redirects')
    .where('deleted_at', '<', Date.now() - regretMs)
    .execute();
  return revision;
}

const shown = [
  'id',
  'from_path',
  'to_path',
  'source',
  'hits',
  'last_hit_at',
  'created_at',
  'updated_at',
] as const;

interface Row extends Record<(typeof shown)[number], unknown> {
  from_path: string;
  to_path: string;
  source: string;
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
  const found = matching(db, search);
  const { total } = await found.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(shown)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: rows.map(present), total: Number(total) };
}

function matching(db: SiteDb, search: string) {
  // Each word is decoded before the search, because copied addresses are percent-encoded and stored addresses are
  // not.
  const words = search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => storedForm(word) ?? word);
  return db
    .selectFrom('redirects')
    .where('deleted_at', 'is', null)
    .$if(words.length > 0, (query) =>
      query.where(({ and }) =>
        and(
          words.map(
            (word): ReturnType<typeof contains> =>
              contains(db, sql`lower(from_path || ' ' || to_path)`, word.toLowerCase()),
          ),
        ),
      ),
    );
}

/** Reads up to `limit` redirects in the order of their ids, after the id `after`. */
export async function readAfter(db: SiteDb, after: RowId, limit: number): Promise<Redirect[]> {
  const rows = await db
    .selectFrom('redirects')
    .select(shown)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(present);
}

/** Reads a redirect by its id, including a deleted one. */
async function readOne(db: SiteDb, id: RowId) {
  return db
    .selectFrom('redirects')
    .select([...shown, 'who', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds a redirect by its old address, in any spelling. */
export async function findByAddress(db: SiteDb, from: string): Promise<Redirect | undefined> {
  const address = storedForm(from);
  if (address === undefined) return undefined;
  const row = await db
    .selectFrom('redirects')
    .select(shown)
    .where('deleted_at', 'is', null)
    .where('from_path', '=', address)
    .executeTakeFirst();
  return row && present(row);
}

interface Change {
  from: string;
  to: string;
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
  { from, to, updated_at: version, who = null }: Change,
  mediaPaths: readonly string[],
): Promise<Redirect> {
  const [old, aim] = [checkFrom(from, mediaPaths), checkTo(to)];
  if ('problem' in old) throw refused('from', old.problem);
  if ('problem' in aim) throw refused('to', aim.problem);
  return db.transaction().execute(async (tx) => {
    await lockRedirects(tx);
    const row = await readOne(tx, id);
    assertThat(row && row.deleted_at === null, 'redirect.notFound', 404);
    const before = present(row);
    if (version && version !== before.updated_at) throw newerVersion(version, before.updated_at, row.who);
    await assertFits(tx, { id, from: old.address, to: aim.address });
    const change = { from_path: old.address, to_path: aim.address };
    // Each version has its own time, even for two changes within a millisecond.
    const updated_at = Math.max(Date.now(), Number(row.updated_at) + 1);
    // Hits belong to the old address, so a redirect whose old address is changed starts again with 0 hits.
    const hits = old.address === before.from ? {} : { hits: 0, last_hit_at: null };
    await tx
      .updateTable('redirects')
      .set({ ...change, ...hits, who, updated_at, revision: await nextRevision(tx) })
      .where('id', '=', id)
      .execute();
    return present({ ...row, ...change, ...hits, updated_at });
  });
}

/**
 * Deletes a redirect together with its hits; for a day it can be restored. Returns false if the redirect does not
 * exist.
 */
export async function deleteRedirect(db: SiteDb, id: RowId): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockRedirects(tx);
    const at = Date.now();
    const { numUpdatedRows } = await tx
      .updateTable('redirects')
      .set({ deleted_at: at, updated_at: at, revision: await nextRevision(tx) })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** Restores a deleted redirect if it is still valid. Rejects with AppError: 404, 422. */
export async function restoreRedirect(db: SiteDb, id: RowId, who: string | null): Promise<Redirect> {
  return db.transaction().execute(async (tx) => {
    await lockRedirects(tx);
    const row = await readOne(tx, id);
    assertThat(row, 'redirect.notFound', 404);
    if (row.deleted_at === null) return present(row);
    await assertFits(tx, { id, from: row.from_path, to: row.to_path });
    const updated_at = Math.max(Date.now(), Number(row.updated_at) + 1);
    await tx
      .updateTable('redirects')
      .set({ deleted_at: null, who, updated_at, revision: await nextRevision(tx) })
      .where('id', '=', id)
      .execute();
    return present({ ...row, updated_at });
  });
}

/**
 * Throws unless the redirect fits in with all others: its old address is free, the limit is not reached, and there is
 * no loop.
 */
async function assertFits(
  tx: SiteDb,
  { id, from, to }: { id: RowId; from: string; to: string },
): Promise<void> {
  const others = (await readAlive(tx)).filter((each) => each.id !== id);
  const there = others.find((each) => each.from === from);
  if (there) throw refused('from', 'redirect.taken', there.to);
  if (others.length >= limits.redirects) throw refused('from', 'redirect.tooMany');
  const known = new OldAddresses<{ to: string }>(others.map((each) => [each.from, each]));
  const problem = addTo(known, from, { to });
  if (problem) throw refused('to', problem, from);
}

/** Returns the text for a problem of an address. */
export function reasonOf(code: AddressProblem, address = ''): string {
  const counted: Partial<Record<AddressProblem, number>> = {
    'redirect.tooMany': limits.redirects,
    'redirect.chain': longestChain,
  };
  const limit = counted[code] ?? limits.redirectAddress;
  return textOf(code, { limit: limit.toLocaleString('en'), address });
}

function refused(field: 'from' | 'to', code: AddressProblem, address?: string): AppError {
  return new AppError('fields.invalid', 422, { fields: { [field]: [reasonOf(code, address)] } });
}
