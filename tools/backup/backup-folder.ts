import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { PostgresSource } from './postgres/dump.ts';
import { BackupProblem } from './problem.ts';
import { type Written, writeBackup } from './write-backup.ts';

const dayMs = 86_400_000;

/**
 * File names of the backups that this command writes: `site-2026-11-22T03-10-00Z.tar.gz`. The time is UTC, so names
 * sort by age.
 */
const ownName = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/;

/** Result of a backup that was written into a folder. */
export interface Kept extends Written {
  /** Names of older backups that were deleted. */
  deleted: string[];
  /** Number of backups that the folder contains now. */
  kept: number;
  /** The error, if older backups could not be deleted. The new backup is valid in spite of it. */
  untidy?: unknown;
}

/**
 * Writes a backup into a folder, with the time in its name. After the new backup was read back, deletes the oldest
 * backups until `keep` are left (undefined: deletes none). Only files with such names are deleted, and never the new
 * one. Rejects with `BackupProblem` in the cases of `writeBackup`, if the folder is missing, and if it is inside the
 * data folder.
 */
export async function backupInto(
  dataDir: string,
  folder: string,
  {
    keep,
    app,
    now = Date.now(),
    postgres,
  }: { keep?: number | undefined; app: string; now?: number; postgres?: PostgresSource | undefined },
): Promise<Kept> {
  const file = await fileIn(dataDir, folder, now);
  const written = await writeBackup(dataDir, file, app, postgres);
  try {
    return { ...written, ...(await deleteOld(file, keep, now)) };
  } catch (untidy) {
    return { ...written, deleted: [], kept: Number.NaN, untidy };
  }
}

/**
 * Returns the file that `backupInto` would write and the backups that it would delete; changes nothing. Rejects with
 * the errors that `backupInto` has before it begins.
 */
export async function planBackupInto(
  dataDir: string,
  folder: string,
  keep: number | undefined,
): Promise<{ file: string; deleted: string[] }> {
  const file = await fileIn(dataDir, folder, Date.now());
  return { file, deleted: (await oldest(file, keep)).deleted };
}

/** Returns the path of a backup that is made at this time. */
async function fileIn(dataDir: string, folder: string, now: number): Promise<string> {
  const to = resolve(folder);
  await refuseInside(dataDir, to);
  await refuseInside(await realpath(dataDir).catch(() => dataDir), await realPlace(to));
  const there = await stat(to).catch(() => undefined);
  // A missing folder is not created: if the disk for backups is not mounted, the new folder would be on the system
  // disk.
  if (!there?.isDirectory())
    throw new BackupProblem(
      `${to} ${there ? 'is not a folder' : 'does not exist'}: mount its disk, or create it ("mkdir -p", mode 0700). Nothing was written.`,
    );
  return join(to, `site-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`);
}

async function refuseInside(dataDir: string, folder: string): Promise<void> {
  if (folder !== dataDir && !folder.startsWith(dataDir + sep)) return;
  throw new BackupProblem(
    `${folder} is inside ${dataDir}: a backup there is lost together with the data. Name a folder outside it, preferably on another disk.`,
  );
}

/** Returns the path of a folder with all symbolic links resolved. The folder may be missing. */
async function realPlace(folder: string): Promise<string> {
  return realpath(folder).catch(async () => {
    const above = dirname(folder);
    return above === folder ? folder : join(await realPlace(above), basename(folder));
  });
}

/** Returns all files in the folder of `file`, the backups among them other than `file`, and the backups to delete. */
async function oldest(file: string, keep: number | undefined) {
  const entries = await readdir(dirname(file), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const others = files.filter((each) => ownName.test(each) && each !== basename(file)).sort();
  const deleted = keep === undefined ? [] : others.slice(0, Math.max(0, others.length - (keep - 1)));
  return { files, others, deleted };
}

async function deleteOld(file: string, keep: number | undefined, now: number) {
  const folder = dirname(file);
  const { files, others, deleted } = await oldest(file, keep);
  for (const each of deleted) await rm(join(folder, each));
  for (const each of files.filter((name) => name.endsWith('.part') && ownName.test(name.slice(0, -5)))) {
    // A `.part` file of a backup command that was killed.
    const part = join(folder, each);
    if (now - (await stat(part)).mtimeMs > dayMs) await rm(part);
  }
  return { deleted, kept: others.length - deleted.length + 1 };
}
