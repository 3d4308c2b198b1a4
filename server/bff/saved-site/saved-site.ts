import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import { isRecord } from '#shared/json.ts';
import { MIB, readableBytes } from '#shared/limits.ts';
import { brandFileKeys, fileNamesOf, type SavedSite, type SiteJson } from '#shared/schemas/saved-site.ts';
import type { Site } from '#shared/schemas/site.ts';
import { isoAfter } from '../../database/rows.ts';
import type { SiteDb, SiteTables } from '../../database/site-types.ts';
import { AppError, StartError } from '../../errors.ts';
import { createQueue, repeat } from '../../process/work.ts';
import { PictureError } from '../../site/brand-files.ts';
import type { LiveCompany } from '../../site/live-company.ts';
import { type LoadedCompany, loadCompany, type SiteSource, warnOfTaken } from '../../site/load-site.ts';

/** How often a process looks for a save by another process or a command, in milliseconds. */
const lookMs = 1_000;
/** The version of a site that was never saved. */
const neverSaved = new Date(0).toISOString();

/** The company as owners edit it. */
export type SavedSites = Awaited<ReturnType<typeof openSavedSites>>;

interface SavedSitesOptions {
  db: SiteDb;
  company: LiveCompany;
  /** The content of site.json; undefined if there is no such file. */
  file: SiteSource | undefined;
  /** True if the operator keeps the site in a file (SITE_FILE). */
  isReadOnly: boolean;
  /** Path prefixes of media of this site. */
  mediaPaths: readonly string[];
  log: Logger;
  /** Called after each swap of a running site, so that cached pages are purged. */
  onSwapped: () => void;
}

/**
 * Opens the saved site, and shows it in place of site.json. Rejects with `StartError` if it does not fit the schema.
 * Every process holds the newest version, and looks for a newer one each second.
 */
export async function openSavedSites(options: SavedSitesOptions) {
  const { db, company, file, isReadOnly, log, onSwapped } = options;
  let stored: StoredSite | undefined;
  let isOpen = false;

  const check = (json: unknown, { withIcons }: { withIcons: boolean }) =>
    loadCompany({ json, readBytes: bytesIn(db, file) }, { withIcons, mediaPaths: options.mediaPaths });

  async function show(newest: StoredSite, loaded: LoadedCompany) {
    stored = newest;
    await company.swap(loaded);
    // At the start nothing was rendered yet, and the disk cache has pages of this very company.
    if (isOpen) onSwapped();
  }

  /** Shows the newest version if it is not shown yet. */
  async function look() {
    const newest = await readNewest(db, stored?.number);
    if (!newest) return;
    const { company: loaded, taken, problems } = await check(newest.site, { withIcons: true });
    if (loaded) {
      warnOfTaken(log, taken);
      return show(newest, loaded);
    }
    throw new StartError(
      `The site that was saved in the admin area has problems: ${problems
        .map(({ path, message }) => `${path}: ${message}`)
        .join(
          '; ',
        )}. "npm run studio -- site export" writes it to a folder, "site import" reads it from there.`,
    );
  }

  // The company is never swapped by two callers at the same time.
  const inTurn = createQueue({ atOnce: 1 });
  const lookAgain = () => inTurn(look);
  if (!isReadOnly) await lookAgain();
  isOpen = true;
  const worker = isReadOnly
    ? undefined
    : repeat(lookMs, lookAgain, (err, failures) => {
        if (failures === 1) log.error({ err }, 'a saved site cannot be shown; the one before it is');
      });

  return {
    db,
    /** Returns the site for the form. */
    current(): SavedSite {
      const origin = stored ? 'saved' : file ? 'file' : 'sample';
      const site = stored?.site ?? (file?.json as SiteJson | undefined) ?? {};
      const { brand } = company.site();
      return {
        site,
        origin,
        read_only: isReadOnly,
        files: origin === 'sample' ? [] : filesOf(site, brand),
        updated_at: stored ? new Date(stored.savedAt).toISOString() : neverSaved,
      };
    },
    /** Checks a site without saving it. Without icons it may be previewed, but not saved. */
    check,
    /**
     * Saves a checked site that is based on `version`, as `who`. When it resolves, this process shows the site; the
     * others do within a second. Returns the stored version in place of it if that is newer than `version`. Rejects with
     * `site.unreadable` if this release cannot read the stored version.
     */
    save: (site: SiteJson, loaded: LoadedCompany, who: string | null, version: string | undefined) =>
      inTurn(async () => {
        // Another process may have saved since this one has looked.
        await look().catch((cause: unknown) => {
          // A save over a site that this release cannot read would lose what another release has stored.
          throw cause instanceof StartError ? new AppError('site.unreadable', 503, { cause }) : cause;
        });
        const now = stored ? new Date(stored.savedAt).toISOString() : neverSaved;
        if (stored && version !== undefined && version !== now) return stored;
        const savedAt = Date.parse(isoAfter(now));
        await storePictures(db, site, file);
        const saved = await saveSite(db, stored?.number ?? 0, { site, who, savedAt });
        if (!saved) return readNewest(db);
        await show(saved, loaded);
        await deleteUnnamedFiles(db, Date.now()).catch((err: unknown) =>
          log.warn({ err }, 'old files of the site could not be deleted'),
        );
        return undefined;
      }),
    async close() {
      await worker?.stop();
      await inTurn(async () => {});
    },
  };
}

/** Returns the reader of files that owners have uploaded, and of those next to site.json, from which a site begins. */
function bytesIn(db: SiteDb, file: SiteSource | undefined) {
  return async (name: string) => {
    const bytes = (await readFile(db, name)) ?? (await file?.readBytes(name).catch(() => undefined));
    if (!bytes) throw new PictureError('is not stored: upload it again');
    return bytes;
  };
}

/** Stores the pictures next to site.json that a site names: other processes and later starts may not have them. */
async function storePictures(db: SiteDb, site: SiteJson, file: SiteSource | undefined) {
  for (const name of file ? fileNamesOf(site) : []) {
    // A picture that is not there is stored already, since the site was checked.
    const bytes = await file?.readBytes(name).catch(() => undefined);
    if (bytes) await addFile(db, name, bytes, Date.now());
  }
}

/** Returns the files that the site names, with the URLs at which they are served. */
function filesOf(site: SiteJson, brand: Site['brand']) {
  const names = (site.brand ?? {}) as Partial<Record<string, string>>;
  return brandFileKeys.flatMap((key) => {
    const name = names[key];
    const image = key === 'favicon' ? { ...brand.favicon, width: 32, height: 32 } : brand[key];
    return name && image ? [{ name, src: image.src, width: image.width, height: image.height }] : [];
  });
}

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
 * Deletes versions beyond `versionsKept`.
 */
export async function saveSite(db: SiteDb, previous: number, given: Omit<StoredSite, 'number'>) {
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
export async function deleteUnnamedFiles(db: SiteDb, now: number) {
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

/**
 * Reads the versions, newest first, each with the fields in which it differs from the one before. With `only`, reads
 * this version and the one before it.
 */
async function readVersions(db: SiteDb, only?: number) {
  const all = db.selectFrom('saved_sites').selectAll().orderBy('number', 'desc');
  const rows = await (only === undefined ? all : all.where('number', 'in', [only, only - 1])).execute();
  const stored = rows.map(storedOf);
  return stored.map(({ number, savedAt, who, site }, index) => {
    const before = stored[index + 1];
    const changed = before ? changedPaths(before.site, site) : [];
    return { number, at: new Date(savedAt).toISOString(), who, changed, site };
  });
}

/** Returns the versions without their values, newest first. */
export async function listVersions(db: SiteDb) {
  return (await readVersions(db)).map(({ site: _site, ...listed }) => listed);
}

/** Returns one version with its values; undefined if it is not stored. */
export async function readVersion(db: SiteDb, number: number) {
  return (await readVersions(db, number)).find((version) => version.number === number);
}

/** The most files of the site that are stored, those of earlier versions included, and their size in all. */
const mostFiles = { count: 300, bytes: 200 * MIB };

/** Returns why a file of this size cannot be stored besides the others; undefined if it can. */
export async function fileProblem(db: SiteDb, name: string, size: number) {
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
export async function addFile(db: SiteDb, name: string, bytes: Uint8Array, now: number) {
  await db
    .insertInto('site_files')
    .values({ name, bytes, added_at: now })
    // A file that is added again must not be deleted before the form is saved.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ added_at: now }))
    .execute();
}

/** Reads a file by its name; undefined if it is not stored. */
export async function readFile(db: SiteDb, name: string) {
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
