import { existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { contentDatabase, fileFolders, intakeDatabase, isBackupPath, sessionsDatabase } from './manifest.ts';
import { readSiteFiles } from './site-files.ts';

/** How long the backup waits while the server writes, in milliseconds. */
const busyTimeoutMs = 30_000;

/** Result of collecting files in a folder. */
export interface Collected {
  migrations: string[];
  /** Paths of files in the folders for media and CVs that do not belong to the product, and are left out. */
  strangers: string[];
}

/**
 * Collects a consistent snapshot of DATA_DIR in `staging`, while the server may be writing.
 *
 * - Files are linked there under a second name (hard links), so they stay when the server deletes them.
 * - Files and rows are of the same point in time: while the last links are made and the snapshot of the database
 *   begins, the server cannot commit. This takes little time, since nearly all links were made before. Later commits
 *   are not in the backup. If a change was storing or deleting a file at that moment, `doomed_files` contains a row
 *   about the file.
 * - The queue of forms is copied first. A form that is delivered in the meantime is then both in the queue and in the
 *   content, and is delivered again under the same idempotency key. In the other order such a form would be lost.
 */
export async function collect(dataDir: string, staging: string): Promise<Collected> {
  await copyDatabase(dataDir, staging, intakeDatabase);
  const content = existsSync(join(dataDir, contentDatabase))
    ? await collectContent(dataDir, staging)
    : { migrations: [], strangers: [] };
  await copyDatabase(dataDir, staging, sessionsDatabase);
  await copySiteFiles(dataDir, staging);
  return content;
}

/**
 * Copies site.json and the pictures that it names. Hard links are not enough, since people edit these files in place,
 * which would change the linked file too.
 */
export async function copySiteFiles(dataDir: string, staging: string): Promise<void> {
  for (const [name, bytes] of await readSiteFiles(dataDir))
    await writeFile(join(staging, name), bytes, { mode: 0o600, flag: 'wx' });
}

async function collectContent(dataDir: string, staging: string): Promise<Collected> {
  await linkFiles(dataDir, staging, new Set());
  const file = join(dataDir, contentDatabase);
  const reader = new DatabaseSync(file, { timeout: busyTimeoutMs });
  const blocker = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    const strangers = new Set<string>();
    blocker.exec('begin immediate');
    try {
      await linkFiles(dataDir, staging, strangers);
      reader.exec('begin; select count(*) from sqlite_schema');
    } finally {
      blocker.exec('rollback');
    }
    await backup(reader, join(staging, contentDatabase));
    return { migrations: closeCopy(join(staging, contentDatabase)), strangers: [...strangers].sort() };
  } finally {
    reader.close();
    blocker.close();
  }
}

/**
 * Adds and removes links in `staging` until it contains exactly the files that exist now. Adds paths that do not
 * belong to the product to `strangers`.
 */
export async function linkFiles(dataDir: string, staging: string, strangers: Set<string>): Promise<void> {
  const [now, before] = [await filesUnder(dataDir), await filesUnder(staging)];
  for (const path of now) {
    if (!isBackupPath(path)) strangers.add(path);
    else if (!before.has(path)) await linkFile(join(dataDir, path), join(staging, path));
  }
  for (const path of before) if (!now.has(path)) await rm(join(staging, path));
}

async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The server has deleted the file since the files were listed, so the file is not part of the backup.
    if (code === 'ENOENT') return;
    // A hard link is impossible if the folder is a mount of its own, or if the file system does not support links.
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'ENOTSUP') throw error;
    await copyFile(from, to);
  }
}

/** Counts the files and bytes that a backup of the folder would contain, and lists the files that it would omit. */
export async function measureFolder(
  dataDir: string,
): Promise<{ files: number; bytes: number; strangers: string[] }> {
  const stored = [...(await filesUnder(dataDir))];
  const names = [contentDatabase, sessionsDatabase, intakeDatabase].filter((name) =>
    existsSync(join(dataDir, name)),
  );
  const paths = [...names, ...stored.filter(isBackupPath)];
  const siteFiles = await readSiteFiles(dataDir);
  let bytes = [...siteFiles.values()].reduce((sum, content) => sum + content.length, 0);
  for (const path of paths) bytes += (await stat(join(dataDir, path))).size;
  return {
    files: paths.length + siteFiles.size,
    bytes,
    strangers: stored.filter((path) => !isBackupPath(path)).sort(),
  };
}

async function filesUnder(root: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const folder of fileFolders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const entry of entries) {
      if (entry.isDirectory()) continue;
      found.add(relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
    }
  }
  return found;
}

/**
 * Copies a consistent snapshot of one database of the BFF. Does nothing if the database is missing, as in a folder
 * that no server has used yet.
 */
async function copyDatabase(dataDir: string, staging: string, name: string): Promise<void> {
  if (!existsSync(join(dataDir, name))) return;
  const copy = join(staging, name);
  const source = new DatabaseSync(join(dataDir, name), { timeout: busyTimeoutMs, readOnly: true });
  try {
    await backup(source, copy);
  } finally {
    source.close();
  }
  const database = new DatabaseSync(copy);
  database.exec('pragma journal_mode = delete');
  database.close();
  await chmod(copy, 0o600);
}

/**
 * Makes the copy one plain file without a write-ahead log, and returns the names of its migrations. Deletes the
 * admins' tokens and the links of account mails from the copy: a session or a used link must not become valid again
 * with old data, and a backup must not contain keys.
 */
function closeCopy(file: string): string[] {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete; pragma secure_delete = on; delete from tokens');
    // A database from before migration 0021 has no table `account_links`.
    const hasLinks = database.prepare("select 1 from sqlite_master where name = 'account_links'").get();
    if (hasLinks) database.exec('delete from account_links');
    return database
      .prepare('select name from kysely_migration order by name')
      .all()
      .map((row) => String(row.name));
  } finally {
    database.close();
  }
}
