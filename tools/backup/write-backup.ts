import { createWriteStream, existsSync } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { readTextFile } from '#shared/text-file.ts';
import type { Config } from '../../server/config.ts';
import { openBucketOf } from '../../server/content-api/media/open-storage.ts';
import { pathOfAddress } from '../../server/content-api/media/storage.ts';
import { assertReadable } from '../../server/process/data-dir.ts';
import { databaseFiles, ownTables, writeRows } from '../archive/database.ts';
import { readSite } from '../archive/engine.ts';
import {
  ArchiveProblem,
  addressOfPath,
  describe,
  filesBelow,
  isSitePicture,
  type Manifest,
  newManifest,
  readRows,
  rowsPath,
  siteFile,
} from '../archive/format.ts';
import { pack, unpack } from './pack.ts';

/** Leftovers of a killed backup are removed only after a day: a younger one may belong to one that is still running. */
const dayMs = 86_400_000;
/** Folders of DATA_DIR whose files are named by rows. */
export const fileFolders = ['media', 'private'] as const;

/** Result of writing a backup. */
export type Written = Awaited<ReturnType<typeof writeBackup>>;

interface BackupOptions {
  config: Config;
  /** Name and version of this product. */
  madeBy: string;
  log: Logger;
  /** True to take the files of the bucket of MEDIA_URL too. */
  bucket?: boolean;
}

/**
 * Writes everything of a site at one moment into a new file, also while the site runs. The file appears under its name
 * only after it is complete, flushed to disk, and read back as for a restore. Rejects with `ArchiveProblem` if there is
 * nothing to back up or if the file exists.
 */
export async function writeBackup(out: string, options: BackupOptions) {
  const { config, madeBy, log } = options;
  const { DATA_DIR: dataDir } = config;
  const file = resolve(out);
  await refuseBackup(config, file);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const staging = await newStaging(dataDir, 'backup', dayMs);
  const check = `${staging}-check`;
  const part = `${file}.part`;
  try {
    await mkdir(check, { mode: 0o700 });
    const strangers = new Set<string>();
    const meanwhile = async () => {
      if (!config.MEDIA_URL) await linkFiles(dataDir, staging, strangers);
    };
    await meanwhile();
    const own = config.DATABASE_URL ? await ownTables(log) : [];
    const { tables, migrations } = await readSite(
      config,
      own,
      async (source) => ({
        tables: await writeRows(source, staging),
        migrations: await source.migrations(),
      }),
      meanwhile,
    );
    if (config.MEDIA_URL && options.bucket) await fetchBucket(options, staging);
    for (const [name, bytes] of await readSiteFiles(dataDir))
      await writeFile(join(staging, name), bytes, { mode: 0o600, flag: 'wx' });
    const paths = (await filesBelow(staging)).filter((path) => !path.startsWith('rows/'));
    const files = await describe(staging, [...Object.keys(tables).map(rowsPath), ...paths]);
    const source = config.PUBLIC_URL?.href ?? null;
    const manifest = newManifest({ kind: 'backup', made_by: madeBy, source, migrations, tables, files });
    await rm(part, { force: true });
    await pack(staging, manifest, part);
    await unpack(part, check, { rowsOnly: true });
    // A link fails if the file exists by now, whereas a rename would replace it.
    await link(part, file);
    await flushFolder(dirname(file));
    const { size } = await stat(file);
    return {
      file,
      size,
      manifest,
      /** Files in the folders of media and CVs that are not the product's, and were left out. */
      strangers: [...strangers].sort(),
      /** Number of forms in the queue that still have to be delivered to the API host. */
      waiting: await waitingForms(staging, manifest),
    };
  } finally {
    for (const path of [part, staging, check]) await rm(path, { recursive: true, force: true });
  }
}

/** As `writeBackup`, for a dry run: measures the files, and writes nothing. */
export async function planBackup(out: string, config: Config) {
  await refuseBackup(config, resolve(out));
  const paths = [...(await filesUnder(config.DATA_DIR))];
  const names = [...databaseFiles, ...(await readSiteFiles(config.DATA_DIR)).keys()];
  const all = [
    ...names.filter((name) => existsSync(join(config.DATA_DIR, name))),
    ...paths.filter(addressOfPath),
  ];
  let bytes = 0;
  for (const path of all) bytes += (await stat(join(config.DATA_DIR, path))).size;
  return { files: all.length, bytes, strangers: paths.filter((path) => !addressOfPath(path)).sort() };
}

async function refuseBackup({ DATA_DIR: dataDir, DATABASE_URL: url }: Config, file: string) {
  await assertReadable(dataDir);
  const names = [...databaseFiles, siteFile];
  if (!url && !names.some((name) => existsSync(join(dataDir, name))))
    throw new ArchiveProblem(`${dataDir} has none of ${names.join(', ')}: there is nothing to back up.`);
  if (existsSync(file)) throw new ArchiveProblem(`${file} already exists; it is left as it is.`);
}

/**
 * Adds and removes hard links in `staging` until it has exactly the files of the site: so they stay when the site
 * deletes them. Adds paths that are not the product's to `strangers`.
 */
async function linkFiles(dataDir: string, staging: string, strangers: Set<string>) {
  const [now, before] = [await filesUnder(dataDir), await filesUnder(staging)];
  for (const path of now) {
    if (!addressOfPath(path)) strangers.add(path);
    else if (!before.has(path)) await linkFile(join(dataDir, path), join(staging, path));
  }
  for (const path of before) if (!now.has(path)) await rm(join(staging, path));
}

async function linkFile(from: string, to: string) {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // The site has deleted the file since the files were listed, so it is not part of the backup.
    if (code === 'ENOENT') return;
    // A hard link is impossible if the folder is a mount of its own, or if the file system does not support links.
    if (!['EXDEV', 'EPERM', 'ENOTSUP'].includes(code)) throw error;
    await copyFile(from, to);
  }
}

/** Copies the files of the bucket. One that the site deletes meanwhile is not part of the backup. */
async function fetchBucket({ config, log }: BackupOptions, staging: string) {
  const bucket = await openBucketOf(config, log);
  try {
    for await (const address of bucket.list()) {
      const body = await bucket.open(address);
      const path = join(staging, pathOfAddress(address));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (body) await pipeline(body, createWriteStream(path, { mode: 0o600 }));
    }
  } finally {
    bucket.close();
  }
}

async function filesUnder(root: string) {
  const found = new Set<string>();
  for (const folder of fileFolders)
    if (existsSync(join(root, folder)))
      for (const path of await filesBelow(join(root, folder))) found.add(`${folder}/${path}`);
  return found;
}

/** Returns the number of forms that still have to be delivered. Only the secret of their time opens them. */
export async function waitingForms(folder: string, { tables }: Manifest) {
  let waiting = 0;
  // The second one is that of earlier releases.
  for (const table of ['intake_tasks', 'intake_items'])
    for await (const { state } of tables[table] ? readRows(folder, table) : [])
      if (!/^(arriving|delivered|notice)$/.test(String(state))) waiting += 1;
  return waiting;
}

/**
 * Returns site.json and the pictures that it names. The file is not checked: one that the server would refuse may be
 * half edited, and contains a person's work, so it is backed up too.
 */
export async function readSiteFiles(folder: string) {
  const found = new Map<string, Buffer>();
  const add = async (name: string) => {
    if (existsSync(join(folder, name))) found.set(name, await readFile(join(folder, name)));
  };
  await add(siteFile);
  try {
    const { brand } = JSON.parse(readTextFile(found.get(siteFile) ?? Buffer.alloc(0)) ?? '') as {
      brand?: object;
    };
    for (const name of Object.values(brand ?? {}))
      if (typeof name === 'string' && isSitePicture(name)) await add(name);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return found;
}

/** Flushes a folder to disk. After a power failure a new or renamed file exists only if its folder was flushed. */
export async function flushFolder(path: string) {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/**
 * Creates an empty folder on the disk of the data, so that files move by links and renames. Removes such folders that
 * killed commands have left: with `leftAfterMs` those that have not changed for that long, otherwise all, so the caller
 * must then hold the lock of the data folder.
 */
export async function newStaging(dataDir: string, kind: string, leftAfterMs = 0) {
  const temp = join(dataDir, 'tmp');
  await mkdir(temp, { recursive: true, mode: 0o700 });
  for (const name of await readdir(temp)) {
    const old = join(temp, name);
    if (name.startsWith(`${kind}-`) && Date.now() - (await stat(old)).mtimeMs >= leftAfterMs)
      await rm(old, { recursive: true, force: true });
  }
  return mkdtemp(join(temp, `${kind}-`));
}

/** Names of the backups of this command: `site-2026-11-22T03-10-00Z.tar.gz`, in UTC, so that names sort by age. */
const ownName = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/;

export type Place = Awaited<ReturnType<typeof placeIn>>;

/**
 * Returns the place for a backup in this folder, and the older ones to delete so that `keep` are left; without `keep`
 * none. Rejects with `ArchiveProblem` if the folder is missing, or inside the data folder.
 */
export async function placeIn(dataDir: string, folder: string, keep: number | undefined, now = new Date()) {
  const to = resolve(folder);
  const [place, data] = await Promise.all([to, dataDir].map((path) => realpath(path).catch(() => path)));
  if (`${place}${sep}`.startsWith(`${data}${sep}`))
    throw new ArchiveProblem(
      `${place} is inside ${data}: a backup there is lost together with the data. Name a folder outside it, preferably on another disk.`,
    );
  const there = await stat(to).catch(() => undefined);
  // A missing folder is not created: if the disk for backups is not mounted, it would be on the system disk.
  if (!there?.isDirectory())
    throw new ArchiveProblem(
      `${to} ${there ? 'is not a folder' : 'does not exist'}: mount its disk, or create it ("mkdir -p", mode 0700). Nothing was written.`,
    );
  const file = join(to, nameAt(now));
  const others = (await readdir(to)).filter((name) => ownName.test(name) && join(to, name) !== file).sort();
  const old = keep === undefined ? [] : others.slice(0, Math.max(0, others.length - (keep - 1)));
  return { file, old: old.map((name) => join(to, name)), kept: others.length - old.length + 1 };
}

export function nameAt(now: Date) {
  return `site-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`;
}

/** Deletes older backups, and what a command that was killed more than a day ago has left. */
export async function deleteOld({ file, old }: Place, now = Date.now()) {
  for (const each of old) await rm(each);
  for (const name of await readdir(dirname(file))) {
    const path = join(dirname(file), name);
    if (
      ownName.test(name.replace(/\.part$/, '')) &&
      name.endsWith('.part') &&
      now - (await stat(path)).mtimeMs > dayMs
    )
      await rm(path);
  }
}
