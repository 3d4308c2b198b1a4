import { existsSync } from 'node:fs';
import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * File to which `npm run studio -- backup` writes its result. The file is not part of a backup, and a restore does
 * not change it.
 */
const fileName = 'last-backup.json';

const dayMs = 86_400_000;

/**
 * How long after the last good backup (written, and then read back successfully) the state counts as old, in
 * milliseconds. A person then has to look.
 */
const oldAfterMs = 2 * dayMs;

/**
 * Files of which every used data folder contains at least one. A folder that contains none of these files has nothing
 * to back up.
 */
const worthKeeping = ['content.sqlite', 'bff.sqlite', 'intake.sqlite', 'site.json'];

const recordSchema = z.object({
  /** The newest backup that was written and then read back successfully. */
  good: z.object({ at: z.iso.datetime(), path: z.string(), size: z.int().min(0) }).nullable(),
  /** The newest attempt if it failed; otherwise null. */
  failed: z.object({ at: z.iso.datetime(), problem: z.string() }).nullable(),
});

/** The recorded backups of a data folder. */
type LastBackup = z.infer<typeof recordSchema>;

/** Result of one attempt to make a backup. `size` is in bytes; `problem` is a text for the operator. */
export type BackupResult = { path: string; size: number } | { problem: string };

/** Reads the backup record of this folder. An unreadable record counts as no backup. */
export async function lastBackup(dataDir: string) {
  return parseLastBackup(await readFile(join(dataDir, fileName), 'utf8').catch(() => undefined));
}

/** Parses a backup record. An invalid record counts as no backup. */
export function parseLastBackup(record: string | undefined) {
  try {
    return recordSchema.parse(JSON.parse(record ?? ''));
  } catch {
    return { good: null, failed: null };
  }
}

/**
 * Returns the record after another attempt at `now`. After a failure the record still contains the last good backup.
 */
export function withResult({ good }: LastBackup, result: BackupResult, now: number): LastBackup {
  const at = new Date(now).toISOString();
  return 'problem' in result
    ? { good, failed: { at, problem: result.problem } }
    : { good: { at, ...result }, failed: null };
}

/**
 * Records the result of a backup. After a failure the record still contains the last good backup. Rejects if the disk
 * cannot be written.
 */
export async function recordBackup(dataDir: string, result: BackupResult, now = Date.now()) {
  const record = withResult(await lastBackup(dataDir), result, now);
  const path = join(dataDir, fileName);
  const part = `${path}.${process.pid}.part`;
  try {
    const file = await open(part, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(record, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // The file gets the folder's owner, because a backup may be run by root's crontab and the server has to be able
    // to read the file.
    const owner = await stat(dataDir);
    if (process.geteuid?.() === 0) await chown(part, owner.uid, owner.gid);
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

/** Backup state for admins: the time of the last good backup if there is one, and whether a person has to look. */
export interface BackupState {
  last_at: string | null;
  is_old: boolean;
}

/**
 * Returns the backup state of a data folder. It counts as old two days after the last good backup, or two days after
 * the folder was created if there was never a backup. Null if there is nothing to back up.
 */
export async function backupState(dataDir: string, now = Date.now()): Promise<BackupState | null> {
  if (![...worthKeeping, fileName].some((name) => existsSync(join(dataDir, name)))) return null;
  const record = await lastBackup(dataDir);
  return stateAt(record, record.good ? Date.parse(record.good.at) : await bornAt(dataDir), now);
}

/**
 * Returns the backup state of a shared database, from the record that is stored in it. Null if `npm run studio --
 * backup` was never run on this database, because its provider may make the backups. If every attempt failed, the
 * state says so.
 */
function sharedBackupState(record: string | undefined, now = Date.now()): BackupState | null {
  const parsed = parseLastBackup(record);
  if (!parsed.good && !parsed.failed) return null;
  return stateAt(parsed, parsed.good ? Date.parse(parsed.good.at) : now, now);
}

/**
 * Returns a function that reads the backup state: with `readShared` from the shared database, regardless of the data
 * folder; otherwise from the data folder.
 */
export function backupReader(
  dataDir: string,
  readShared?: () => Promise<string | undefined>,
): () => Promise<BackupState | null> {
  return async () => (readShared ? sharedBackupState(await readShared()) : backupState(dataDir));
}

/** A failed attempt counts as an old backup: somebody has to look, and not only after two days. */
function stateAt({ good, failed }: LastBackup, since: number, now: number): BackupState {
  const age = now - since;
  // A time more than a day in the future was recorded by a wrong clock, so the backup counts as old.
  return { last_at: good?.at ?? null, is_old: failed !== null || age > oldAfterMs || age < -dayMs };
}

/**
 * Returns when the folder was created, as far as that is known. Not every file system stores the creation time, so
 * the earliest of the folder's times is used.
 */
async function bornAt(dataDir: string) {
  const { birthtimeMs, mtimeMs, ctimeMs } = await stat(dataDir);
  return Math.min(...[birthtimeMs, mtimeMs, ctimeMs].filter((time) => time > 0));
}
