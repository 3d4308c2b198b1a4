import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir, unfinishedRestore } from '../../server/data-dir.ts';
import { flushFolder } from './flush-folder.ts';
import { databases, fileFolders, type Manifest } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { readBackup } from './read-backup.ts';
import { readSiteFiles } from './site-files.ts';
import { newStaging } from './staging.ts';
import { waitingForms } from './waiting-forms.ts';

/**
 * Files that a restore moves aside. The secret for sessions is moved aside too, although a backup contains no such
 * secret: the next start then creates a new one, so no earlier session is valid with the restored data.
 */
const replaced = [
  ...databases.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  ...fileFolders,
  'session-secret',
];

/** Result of a restore. */
export interface Restored {
  manifest: Manifest;
  /** Folder into which the former data was moved; undefined if there was none. */
  aside?: string;
  /** Names of the files that were moved into that folder. */
  moved: string[];
  /** Number of forms in the restored queue that still have to be delivered to the API host. */
  waiting: number;
}

/** Verifies a backup. Writes nothing except for a temporary copy of its databases. Rejects as `readBackup` does. */
export async function checkBackup(file: string): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-check-'));
  try {
    return await readBackup(file, folder, { databasesOnly: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the files in the data folder that a restore would move aside. Verifies the backup, and writes only a
 * temporary copy of its databases. Rejects with the errors that a restore has before it begins, but does not check
 * whether a process locks the folder.
 */
export async function planRestore(
  file: string,
  dataDir: string,
  { force, isPostgres }: { force: boolean; isPostgres: boolean },
): Promise<{ manifest: Manifest; moved: string[] }> {
  refuseFiles(dataDir, force);
  const folder = await mkdtemp(join(tmpdir(), 'studio-check-'));
  try {
    const manifest = await readBackup(file, folder);
    refuseOtherDatabase(manifest, isPostgres);
    const { others } = await siteFilesOf(dataDir, folder);
    refuse(dataDir, force ? [] : others);
    return { manifest, moved: [...presentIn(dataDir), ...others] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws `BackupProblem` if the backup is of a site on PostgreSQL and this site is not, or the other way round. */
export function refuseOtherDatabase({ postgres }: Manifest, isPostgres: boolean): void {
  if (postgres && !isPostgres)
    throw new BackupProblem(
      'This is the backup of a site on PostgreSQL: set DATABASE_URL to the database to restore into.',
    );
  if (!postgres && isPostgres)
    throw new BackupProblem(
      'This is the backup of a site on SQLite. Restore it without DATABASE_URL, and then move it: npm run studio -- database move postgres.',
    );
}

/**
 * Restores a backup into a data folder that no server uses. Verifies and unpacks all of it before anything is
 * changed. Without `force`, existing data is a reason to refuse; with `force`, it is moved aside and never deleted.
 * The same applies to a site.json and pictures that differ from those of the backup; if the backup has none, they
 * stay. All moves are within the folder, since it may be a mount of its own. Rejects with `BackupProblem` or
 * `DataDirError`.
 */
export async function restoreBackup(file: string, dataDir: string, force: boolean): Promise<Restored> {
  const lock = await lockDataDir(dataDir);
  try {
    refuseFiles(dataDir, force);
    const staging = await newStaging(dataDir, 'restore');
    try {
      const manifest = await readBackup(file, staging);
      refuseOtherDatabase(manifest, false);
      const waiting = waitingForms(staging);
      return { manifest, waiting, ...(await putFiles(dataDir, staging, force)) };
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}

const presentIn = (dataDir: string) => replaced.filter((name) => existsSync(join(dataDir, name)));

/** Throws `BackupProblem` if a restore without `force` would replace files. */
export function refuseFiles(dataDir: string, force: boolean): void {
  refuse(dataDir, force ? [] : presentIn(dataDir));
}

/** Moves existing files aside, and the unpacked files from `staging` to their places. */
export async function putFiles(
  dataDir: string,
  staging: string,
  force: boolean,
): Promise<{ moved: string[]; aside?: string }> {
  const { names, others } = await siteFilesOf(dataDir, staging);
  refuse(dataDir, force ? [] : others);
  const moved = [...presentIn(dataDir), ...others];
  const aside = await exchange(dataDir, staging, moved, [...replaced, ...names]);
  return { moved, ...(aside && { aside }) };
}

function refuse(dataDir: string, names: string[]): void {
  if (names.length === 0) return;
  throw new BackupProblem(
    `${dataDir} is not empty (${names.join(', ')}). With --force, its data is moved aside.`,
  );
}

/**
 * Returns the names of the backup's site.json and pictures (`names`), and which of these files exist in the data
 * folder with other content (`others`).
 */
async function siteFilesOf(dataDir: string, staging: string): Promise<{ names: string[]; others: string[] }> {
  const names: string[] = [];
  const others: string[] = [];
  for (const [name, bytes] of await readSiteFiles(staging)) {
    names.push(name);
    const here = join(dataDir, name);
    if (existsSync(here) && !(await readFile(here)).equals(bytes)) others.push(name);
  }
  return { names, others };
}

/**
 * Moves existing files aside and restored files into their places. Until the last move a marker file prevents a
 * server from starting, even if the power fails in between (data-dir.ts).
 */
async function exchange(
  dataDir: string,
  staging: string,
  present: string[],
  taken: string[],
): Promise<string | undefined> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const aside = present.length > 0 ? join(dataDir, `before-restore-${time}`) : undefined;
  const marker = join(dataDir, unfinishedRestore);
  await writeFile(marker, '', { mode: 0o600, flush: true });
  await flushFolder(dataDir);
  if (aside) {
    await mkdir(aside, { mode: 0o700 });
    for (const name of present) await rename(join(dataDir, name), join(aside, name));
    await flushFolder(aside);
  }
  for (const name of taken) {
    if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name));
  }
  await flushFolder(dataDir);
  await rm(marker);
  return aside;
}
