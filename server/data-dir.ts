import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './errors.ts';

/** A data folder that this process alone uses. */
export interface DataDir {
  /** Lets the next process in. */
  release(): Promise<void>;
}

/** Why a data folder cannot be used, in words for the operator. */
export class DataDirError extends StartError {
  override name = 'DataDirError';
}

/** Stands in the data folder while a restore moves files: what lies there then is half old and half new. */
export const unfinishedRestore = 'restore-unfinished';

const sqliteBusy = 5;

/**
 * Makes the folder (mode 0700) when it is not there and locks it. Rejects with `DataDirError` when another process holds
 * it, or when a restore was cut off in it. `warn` hears that others can look into an older folder.
 */
export async function openDataDir(path: string, warn: (text: string) => void): Promise<DataDir> {
  const dataDir = await lockDataDir(path);
  const mode = (await stat(path)).mode & 0o777;
  if (mode & 0o077) {
    warn(`Others on this machine can look into ${path} (mode ${mode.toString(8)}); "chmod 700" closes it.`);
  }
  if (existsSync(join(path, unfinishedRestore))) {
    await dataDir.release();
    throw new DataDirError(
      `A restore into ${path} was cut off. Run it again with --force; what was there before lies in ` +
        `"before-restore-…" in that folder.`,
    );
  }
  return dataDir;
}

/**
 * Locks the folder for this process. Node has no flock, but SQLite takes the same kind of lock on its file, and the
 * system lets go of it when the process ends in whatever way: a crash leaves nothing that has to be cleared away.
 */
export async function lockDataDir(path: string): Promise<DataDir> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const holderFile = join(path, 'lock.pid');
  const lockFile = join(path, 'lock.sqlite');
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    // Nothing is ever written, so a journal on the disk would only be left behind by a crash.
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    const holder = await readFile(holderFile, 'utf8').catch(() => '');
    throw new DataDirError(
      `${path} is in use by ${holder.trim() || 'another process'}. One process at a time can work on a data folder: ` +
        'stop that one first, or set DATA_DIR to another folder.',
    );
  }
  await chmod(lockFile, 0o600);
  await writeFile(holderFile, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  return {
    async release() {
      if (!database.isOpen) return;
      await rm(holderFile, { force: true });
      database.close();
    },
  };
}
