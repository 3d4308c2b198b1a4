import type { Logger } from 'pino';
import type { SavedSite, SiteFileEntry, SiteJson } from '#shared/schemas/saved-site.ts';
import { brandFileKeys, fileNamesOf } from '#shared/schemas/saved-site.ts';
import type { Site } from '#shared/schemas/site.ts';
import { isoAfter } from '../../database/rows.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { AppError, StartError } from '../../errors.ts';
import { createQueue, repeat } from '../../process/work.ts';
import { PictureError } from '../../site/brand-files.ts';
import type { LiveCompany } from '../../site/live-company.ts';
import {
  type Loaded,
  type LoadedCompany,
  loadCompany,
  type SiteSource,
  warnOfTaken,
} from '../../site/load-site.ts';
import { addFile, deleteUnnamedFiles, readFile, readNewest, type StoredSite, saveSite } from './store.ts';

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

  const check = (json: unknown, { withIcons }: { withIcons: boolean }): Promise<Loaded> =>
    loadCompany({ json, readBytes: bytesIn(db, file) }, { withIcons, mediaPaths: options.mediaPaths });

  async function show(newest: StoredSite, loaded: LoadedCompany): Promise<void> {
    stored = newest;
    await company.swap(loaded);
    // At the start nothing was rendered yet, and the disk cache has pages of this very company.
    if (isOpen) onSwapped();
  }

  /** Shows the newest version if it is not shown yet. */
  async function look(): Promise<void> {
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
     * Saves a site that is based on `version`, as `who`. When it resolves, this process shows the site; the others do
     * within a second. Returns the stored version in place of it if that is newer than `version`. Rejects with
     * `site.unreadable` if this release cannot read the stored version.
     */
    save: (
      site: SiteJson,
      {
        version,
        who,
        company: loaded,
      }: { version: string | undefined; who: string | null; company: LoadedCompany },
    ) =>
      inTurn(async (): Promise<{ newer?: StoredSite }> => {
        // Another process may have saved since this one has looked.
        await look().catch(refuseUnreadable);
        const now = stored ? new Date(stored.savedAt).toISOString() : neverSaved;
        if (stored && version !== undefined && version !== now) return { newer: stored };
        const savedAt = Date.parse(isoAfter(now));
        await storePictures(db, site, file);
        const saved = await saveSite(db, stored?.number ?? 0, { site, who, savedAt });
        if (!saved) {
          const newest = await readNewest(db);
          return newest ? { newer: newest } : {};
        }
        await show(saved, loaded);
        await deleteUnnamedFiles(db, Date.now()).catch((err: unknown) =>
          log.warn({ err }, 'old files of the site could not be deleted'),
        );
        return {};
      }),
    async close() {
      await worker?.stop();
      await inTurn(async () => {});
    },
  };
}

/** A save over a site that this release cannot read would lose what another release has stored. */
function refuseUnreadable(cause: unknown): never {
  throw cause instanceof StartError ? new AppError('site.unreadable', 503, { cause }) : cause;
}

/** Returns the reader of files that owners have uploaded, and of those next to site.json, from which a site begins. */
function bytesIn(db: SiteDb, file: SiteSource | undefined): SiteSource['readBytes'] {
  return async (name) => {
    const bytes = (await readFile(db, name)) ?? (await file?.readBytes(name).catch(() => undefined));
    if (!bytes) throw new PictureError('is not stored: upload it again');
    return bytes;
  };
}

/** Stores the pictures next to site.json that a site names: other processes and later starts may not have them. */
async function storePictures(db: SiteDb, site: SiteJson, file: SiteSource | undefined): Promise<void> {
  for (const name of file ? fileNamesOf(site) : []) {
    // A picture that is not there is stored already, since the site was checked.
    const bytes = await file?.readBytes(name).catch(() => undefined);
    if (bytes) await addFile(db, name, bytes, Date.now());
  }
}

/** Returns the files that the site names, with the URLs at which they are served. */
function filesOf(site: SiteJson, brand: Site['brand']): SiteFileEntry[] {
  const names = (site.brand ?? {}) as Partial<Record<string, string>>;
  return brandFileKeys.flatMap((key) => {
    const name = names[key];
    const image = key === 'favicon' ? { ...brand.favicon, width: 32, height: 32 } : brand[key];
    return name && image ? [{ name, src: image.src, width: image.width, height: image.height }] : [];
  });
}
