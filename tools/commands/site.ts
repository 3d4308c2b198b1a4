import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandFileKeys, fileNamesOf, type SiteJson } from '#shared/schemas/saved-site.ts';
import {
  addFile,
  readFile,
  readNewest,
  type StoredSite,
  saveSite,
} from '../../server/bff/saved-site/saved-site.ts';
import { readyToStore, redirectRenamed } from '../../server/bff/saved-site/site-calls.ts';
import { allMediaPaths } from '../../server/bff/upstream/addresses.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { StartError } from '../../server/errors.ts';
import { savedFileName } from '../../server/site/brand-files.ts';
import { inFile, loadCompany, readSiteFile, SiteError } from '../../server/site/load-site.ts';
import type { Arguments } from '../cli/commands.ts';
import { type Context, withSiteDatabase } from '../cli/context.ts';

/**
 * `npm run studio -- site export FOLDER`: writes the site that was saved in the admin area as site.json with its
 * pictures.
 */
const exportTo = (args: Arguments<'site export'>, context: Context) =>
  withSiteDatabase(context, async (db) => {
    const folder = args.paths[0] ?? '';
    const saved = await readNewest(db);
    if (!saved) throw new StartError('No site was saved in the admin area yet: there is nothing to export.');
    if (existsSync(folder) && (await readdir(folder)).length > 0)
      throw new StartError(`${folder} is not empty. Name a new folder.`);
    const names = fileNamesOf(saved.site);
    const dryRun = args.values['dry-run'] ?? false;
    if (!dryRun) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, 'site.json'), `${JSON.stringify(saved.site, null, 2)}\n`, { mode: 0o600 });
      for (const name of names) {
        const bytes = await readFile(db, name);
        if (!bytes) throw new StartError(`${name} is not in the database; save the site again without it.`);
        await writeFile(join(folder, name), bytes, { mode: 0o600 });
      }
    }
    context.answer({ dryRun, folder, files: ['site.json', ...names] });
    context.say(
      dryRun
        ? `Would write site.json and ${names.length} pictures to ${folder}. Nothing was written.`
        : `Wrote site.json and ${names.length} pictures to ${folder}.`,
    );
    return 0;
  });

/**
 * `npm run studio -- site import FOLDER`: saves site.json of a folder, with its pictures, as an owner does in the
 * admin area. A running site shows it within seconds.
 */
const importFrom = (args: Arguments<'site import'>, context: Context) =>
  withSiteDatabase(context, async (db, config) => {
    const folder = args.paths[0] ?? '';
    const mediaPaths = allMediaPaths(config);
    const before = await readNewest(db);
    const was = before?.site ?? ((await readSiteFile(config.DATA_DIR))?.json as SiteJson | undefined) ?? {};
    const { site, files } = await readSite(folder, was, { db, mediaPaths });
    const dryRun = args.values['dry-run'] ?? false;
    if (!dryRun) {
      await store(db, before, site, files);
      // A running site looks for changed redirects every few seconds.
      const redirects = { db, changed: async () => {} };
      await redirectRenamed(was, site, { redirects, mediaPaths }, context.log);
    }
    context.answer({ dryRun, files: [...files.keys()] });
    context.say(
      dryRun
        ? `Would save the site of ${folder} with ${files.size} pictures. Nothing was changed.`
        : `Saved the site of ${folder} with ${files.size} pictures.`,
    );
    return 0;
  });

/**
 * Reads site.json of a folder and its pictures, by the names under which they are stored, as a site that follows `was`.
 * Rejects with `StartError` that names every wrong field.
 */
async function readSite(
  folder: string,
  was: SiteJson,
  { db, mediaPaths }: { db: SiteDb; mediaPaths: readonly string[] },
) {
  const source = await readSiteFile(folder);
  if (!source) throw new StartError(`There is no site.json in ${folder}.`);
  const { readBytes } = source;
  const load = (json: unknown) => loadCompany({ json, readBytes }, { mediaPaths });
  const ready = await readyToStore(source.json, was, load, db);
  if (ready.problems) throw new SiteError(join(folder, 'site.json'), ready.problems.map(inFile));
  const site = structuredClone(ready.site);
  const brand = (site.brand ?? {}) as Record<string, string>;
  const files = new Map<string, Buffer>();
  for (const key of brandFileKeys) {
    const name = brand[key];
    if (name === undefined) continue;
    const bytes = await source.readBytes(name);
    const stored = savedFileName(key, name.slice(name.lastIndexOf('.') + 1), bytes);
    brand[key] = stored;
    files.set(stored, bytes);
  }
  return { site, files };
}

async function store(
  db: SiteDb,
  before: StoredSite | undefined,
  site: SiteJson,
  files: ReadonlyMap<string, Buffer>,
) {
  const now = Date.now();
  for (const [name, bytes] of files) await addFile(db, name, bytes, now);
  const savedAt = Math.max(now, (before?.savedAt ?? 0) + 1);
  if (!(await saveSite(db, before?.number ?? 0, { site, who: null, savedAt })))
    throw new StartError('Somebody saved the site at the same moment. Nothing was changed; try again.');
}

export { exportTo as export, importFrom as import };
