import { chmodSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { access, chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError, StartError } from '../errors.ts';

/** Thrown when a data folder cannot be used. The message is for the operator. */
class DataDirError extends StartError {
  override name = 'DataDirError';
}

/**
 * Name of a marker file that is in the data folder while a restore moves files. While the marker is there, the
 * content is half old and half new.
 */
export const unfinishedRestore = 'restore-unfinished';

const sqliteBusy = 5;

/**
 * Creates the folder (mode 0700) if it is missing, and locks it. Rejects with `DataDirError` if another process has
 * locked the folder, if this user may not use it, or if a restore was interrupted in it. Calls `warn` if the folder
 * existed and other users can read it.
 */
export async function openDataDir(path: string, warn: (text: string) => void) {
  const dataDir = await lockDataDir(path);
  const mode = (await stat(path)).mode & 0o777;
  if (mode & 0o077) {
    warn(
      `Other users of this machine can read ${path} (mode ${mode.toString(8)}); fix this with "chmod 700".`,
    );
  }
  if (existsSync(join(path, unfinishedRestore))) {
    await dataDir.release();
    throw new DataDirError(
      `A restore into ${path} was interrupted. Run it again with --force; the earlier files are in ` +
        `"before-restore-…" in that folder.`,
    );
  }
  return dataDir;
}

/**
 * Locks the folder for this process. Node has no flock, so the lock of an SQLite file is used. The operating system
 * releases it however the process ends, so a crash leaves no lock.
 */
export async function lockDataDir(path: string) {
  const holderFile = join(path, 'lock.pid');
  const lockFile = join(path, 'lock.sqlite');
  let database: DatabaseSync;
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    database = new DatabaseSync(lockFile, { timeout: 0 });
  } catch (error) {
    throw dataDirProblem(error, path) ?? error;
  }
  try {
    // The journal is in memory because this database is never written to: a journal on disk would be of no use, and
    // would remain after a crash.
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    const holder = await readFile(holderFile, 'utf8').catch(() => '');
    throw new DataDirError(
      `${path} is in use by ${holder.trim() || 'another process'}. Only one process at a time can use a data folder: ` +
        'stop that one first, or set DATA_DIR to another folder.',
    );
  }
  await chmod(lockFile, 0o600);
  // Errors are ignored, because the file is only needed for the error message of a second process. A full disk must
  // not prevent the start.
  await writeFile(holderFile, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 }).catch(() => {});
  return {
    /** Releases the lock, so that another process can use the folder. */
    async release() {
      if (!database.isOpen) return;
      await rm(holderFile, { force: true });
      database.close();
    },
  };
}

/**
 * Creates a database file that only this user can read, or restricts an existing one. This has to be done before
 * SQLite opens the file, because SQLite gives the -wal and -shm files the same mode.
 */
export function makePrivateFile(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
}

/**
 * Rejects with `DataDirError` if this user may not read the folder, because every file in it would then seem to be
 * missing. Resolves if the folder itself is missing, which other checks report.
 */
export async function assertReadable(path: string) {
  try {
    await access(path, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw new DataDirError(
      `DATA_DIR: ${path} may not be read by this user. Run the command as the user of the site, such as "sudo -u studio-site …".`,
      { cause: error },
    );
  }
}

/**
 * SQLite's result codes for a disk that accepts no writes (https://www.sqlite.org/rescode.html). It is full: there is no
 * room for a page (13), or for the index of the write-ahead log (4874). Or a file cannot be written: it is read-only, or
 * the operating system refused to write, sync or truncate it.
 */
const sqliteFull = new Set([13, 4874, 8, 264, 520, 776, 1032, 778, 1034, 1290, 1546]);
/**
 * Error codes of the operating system and of PostgreSQL: the disk is full, or the database has become a standby that
 * accepts no writes (PostgreSQL manual, appendix A).
 */
const systemFull = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100', '25006']);

/**
 * True if an error of the database or of a file means that there is no room, or that the disk accepts no writes at
 * all (operating systems make a failing disk read-only). The work that failed was not done, but reading may still
 * succeed.
 */
export function isDiskFull(error: unknown) {
  if (!(error instanceof Error)) return false;
  const { code, errcode = 0 } = error as { code?: string; errcode?: number };
  return systemFull.has(code ?? '') || (code === 'ERR_SQLITE_ERROR' && sqliteFull.has(errcode));
}

/**
 * Returns a 507 for an error about a full disk; its text gives users and the operator the reason. Undefined for any
 * other error, which becomes a 500 without a reason.
 */
export function storageFullError(error: unknown, code: 'storage.full' | 'upload.noSpace') {
  return isDiskFull(error) ? new AppError(code, 507, { cause: error }) : undefined;
}

/** SQLite's primary result code for a damaged database. */
const sqliteCorrupt = 11;

/**
 * SQLite's primary result codes that concern the file and not a statement: no permission, a full or broken disk, or a
 * file that is damaged or no database (https://www.sqlite.org/rescode.html).
 */
const sqliteOfTheFile = [3, 8, 10, sqliteCorrupt, 13, 14, 26];

/** Describes an error at the start that concerns the data folder; undefined for any other error. */
export function dataDirProblem(error: unknown, path: string) {
  if (!(error instanceof Error)) return undefined;
  const { code = '', errcode = 0, path: at } = error as { code?: string; errcode?: number; path?: string };
  const isOurs = at !== undefined && (at === path || at.startsWith(`${path}/`) || path.startsWith(`${at}/`));
  const isOfTheFile =
    code === 'ERR_SQLITE_ERROR' ? sqliteOfTheFile.includes(errcode & 0xff) : isOurs || isDiskFull(error);
  if (!isOfTheFile) return undefined;
  const reason =
    (errcode & 0xff) === sqliteCorrupt ? 'a database in it is damaged; restore a backup' : error.message;
  return new DataDirError(`DATA_DIR: ${path} cannot be used: ${reason}.`, { cause: error });
}
