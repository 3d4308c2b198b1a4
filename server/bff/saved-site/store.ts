import { type Selectable, sql } from 'kysely';
import { isRecord } from '#shared/json.ts';
import { MIB, readableBytes } from '#shared/limits.ts';
import type { ListedSiteVersion, SiteJson, SiteVersion } from '#shared/schemas/saved-site.ts';
import type { SiteDb, SiteTables } from '../../database/site-types.ts';

/** How many versions of the site are stored, with the current one. */
const versionsKept = 50;
/** How long a file that no stored version names is stored, in milliseconds: a form may not be saved yet. */
const unnamedFileMs = 24 * 3_600_000;

/** A saved version of the site. */
export type StoredSite = ReturnType<typeof storedOf>;

/** Reads the newest version, if its number is above `after`; undefined if there is none. */
export async function readNewest(db: SiteDb, after = 0) {
  const row = await db
    .selectFrom('saved_sites')
    .selectAll()
    .where('number', '>', after)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && storedOf(row);
}

/**
 * Stores the version after `previous` (its number; 0 for the first). Returns undefined if another save was faster.
 * Deletes versions beyond `versionsKept`, and files that no version names any more.
 */
export async function saveSite(
  db: SiteDb,
  previous: number,
  given: { site: SiteJson; who: string | null; savedAt: number },
): Promise<StoredSite | undefined> {
  const number = previous + 1;
  const site = JSON.stringify(given.site);
  return db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('saved_sites')
      .values({ number, saved_at: given.savedAt, who: given.who, site })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) return undefined;
    await tx
      .deleteFrom('saved_sites')
      .where('number', '<=', number - versionsKept)
      .execute();
    return { ...given, number };
  });
}

/** Deletes files that no stored version names and that are older than a day. */
export async function deleteUnnamedFiles(db: SiteDb, now: number): Promise<void> {
  const files = await db
    .selectFrom('site_files')
    .select('name')
    .where('added_at', '<', now - unnamedFileMs)
    .execute();
  if (files.length === 0) return;
  const versions = await db.selectFrom('saved_sites').select('site').execute();
  // A name contains a hash, so no other text of a site equals it.
  const unnamed = files
    .map(({ name }) => name)
    .filter((name) => !versions.some(({ site }) => site.includes(`"${name}"`)));
  if (unnamed.length > 0) await db.deleteFrom('site_files').where('name', 'in', unnamed).execute();
}

/** Returns the versions, newest first. */
export async function listVersions(db: SiteDb): Promise<ListedSiteVersion[]> {
  const rows = await db.selectFrom('saved_sites').selectAll().orderBy('number', 'desc').execute();
  const stored = rows.map(storedOf);
  return stored.map((version, at) => listed(version, stored[at + 1]));
}

/** Returns one version with its values; undefined if it is not stored. */
export async function readVersion(db: SiteDb, number: number): Promise<SiteVersion | undefined> {
  const rows = await db
    .selectFrom('saved_sites')
    .selectAll()
    .where('number', 'in', [number, number - 1])
    .orderBy('number', 'desc')
    .execute();
  const [version, before] = rows.map(storedOf);
  if (version?.number !== number) return undefined;
  return { ...listed(version, before), site: version.site };
}

/** The most files of the site that are stored, those of earlier versions included, and their size in all. */
const mostFiles = { count: 300, bytes: 200 * MIB };

/** Returns why a file of this size cannot be stored besides the others; undefined if it can. */
export async function fileProblem(db: SiteDb, name: string, size: number): Promise<string | undefined> {
  const others = await db
    .selectFrom('site_files')
    .where('name', '!=', name)
    .select(({ fn }) => [fn.countAll().as('count'), sql`coalesce(sum(length(bytes)), 0)`.as('bytes')])
    .executeTakeFirstOrThrow();
  if (Number(others.count) < mostFiles.count && Number(others.bytes) + size <= mostFiles.bytes)
    return undefined;
  return `cannot be stored: a site has at most ${mostFiles.count} files with ${readableBytes(mostFiles.bytes)} in all. Files that no version names are deleted after a day`;
}

/** Stores a file under its name. The name contains a hash of the bytes, so a file that exists is the same. */
export async function addFile(db: SiteDb, name: string, bytes: Uint8Array, now: number): Promise<void> {
  await db
    .insertInto('site_files')
    .values({ name, bytes, added_at: now })
    // A file that is added again must not be deleted before the form is saved.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ added_at: now }))
    .execute();
}

/** Reads a file by its name; undefined if it is not stored. */
export async function readFile(db: SiteDb, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('site_files').select('bytes').where('name', '=', name).executeTakeFirst();
  return row && Buffer.from(row.bytes);
}

function storedOf(row: Selectable<SiteTables['saved_sites']>) {
  return {
    number: Number(row.number),
    /** Milliseconds since 1970. */
    savedAt: Number(row.saved_at),
    /** Name or email of the owner who saved the version. */
    who: row.who,
    site: JSON.parse(row.site) as SiteJson,
  };
}

function listed(version: StoredSite, before: StoredSite | undefined): ListedSiteVersion {
  return {
    number: version.number,
    at: new Date(version.savedAt).toISOString(),
    who: version.who,
    changed: before ? changedPaths(before.site, version.site) : [],
  };
}

/**
 * Returns the paths of the fields that differ between two JSON objects, such as `pages.home.head.title`. A list is
 * compared as a whole.
 */
function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isRecord(before) && !isRecord(after)) return [path];
  const [one, other] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => changedPaths(one[key], other[key], path ? `${path}.${key}` : key));
}
