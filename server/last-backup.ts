import { existsSync } from 'node:fs';
import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** `npm run studio -- backup` writes here what came of it; it is no part of a backup, and a restore leaves it. */
const fileName = 'last-backup.json';

const dayMs = 86_400_000;

/** After so long without a good backup somebody has to look. */
const oldAfterMs = 2 * dayMs;

/** Of these, or of site.json, one is in every data folder that was ever used. */
const worthKeeping = ['content.sqlite', 'bff.sqlite', 'intake.sqlite', 'site.json'];

const recordSchema = z.object({
  /** The newest that was written and read back. */
  good: z.object({ at: z.iso.datetime(), path: z.string(), size: z.int().min(0) }).nullable(),
  /** The newest try, when it came to nothing. */
  failed: z.object({ at: z.iso.datetime(), problem: z.string() }).nullable(),
});

/** What is known of the backups of a data folder. */
export type LastBackup = z.infer<typeof recordSchema>;

/** What came of one try. `size` in bytes, `problem` in words for the operator. */
export type BackupResult = { path: string; size: number } | { problem: string };

/** What was written down of the backups of this folder; nothing, as if there were none, when that cannot be read. */
export async function lastBackup(dataDir: string): Promise<LastBackup> {
  try {
    return parseLastBackup(await readFile(join(dataDir, fileName), 'utf8'));
  } catch {
    return parseLastBackup(undefined);
  }
}

/** What a record says; nothing, as if there were none, when it is not one. */
export function parseLastBackup(record: string | undefined): LastBackup {
  try {
    return recordSchema.parse(JSON.parse(record ?? ''));
  } catch {
    return { good: null, failed: null };
  }
}

/** The record after one more try, at `now`: a failure leaves the last good one standing. */
export function withResult({ good }: LastBackup, result: BackupResult, now: number): LastBackup {
  const at = new Date(now).toISOString();
  return 'problem' in result
    ? { good, failed: { at, problem: result.problem } }
    : { good: { at, ...result }, failed: null };
}

/** Writes down what came of a backup. A failure leaves the last good one standing. Rejects when the disk does not take it. */
export async function recordBackup(dataDir: string, result: BackupResult, now = Date.now()): Promise<void> {
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
    // A crontab of root must not write what the server may then not read.
    const owner = await stat(dataDir);
    if (process.geteuid?.() === 0) await chown(part, owner.uid, owner.gid);
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

/** What admins see of it: when the last good one was made, if ever, and whether somebody has to look. */
export interface BackupState {
  last_at: string | null;
  is_old: boolean;
}

/**
 * Of a data folder: a good one is old after two days, and so is the folder when there never was one. Null when there is nothing to back up.
 */
export async function backupState(dataDir: string, now = Date.now()): Promise<BackupState | null> {
  if (![...worthKeeping, fileName].some((name) => existsSync(join(dataDir, name)))) return null;
  const { good } = await lastBackup(dataDir);
  return stateAt(good?.at ?? null, good ? Date.parse(good.at) : await bornAt(dataDir), now);
}

/**
 * Of a database that processes share, by the record in it. Null as long as `npm run studio -- backup` was never run on it: whoever has the database
 * elsewhere may have the copies made there. Where it was only ever tried in vain, that is told.
 */
function sharedBackupState(record: string | undefined, now = Date.now()): BackupState | null {
  const { good, failed } = parseLastBackup(record);
  if (good) return stateAt(good.at, Date.parse(good.at), now);
  return failed ? { last_at: null, is_old: true } : null;
}

/** How a process reads it: of its data folder, or with `readShared` of the database that it shares, whatever is in that folder. */
export function backupReader(
  dataDir: string,
  readShared?: () => Promise<string | undefined>,
): () => Promise<BackupState | null> {
  return async () => (readShared ? sharedBackupState(await readShared()) : backupState(dataDir));
}

function stateAt(last_at: string | null, since: number, now: number): BackupState {
  const age = now - since;
  // One of the day after tomorrow was written by a clock that was wrong: it says nothing.
  return { last_at, is_old: age > oldAfterMs || age < -dayMs };
}

/** Not every disk knows when a folder was made; it was there at its last change. */
async function bornAt(dataDir: string): Promise<number> {
  const { birthtimeMs, mtimeMs, ctimeMs } = await stat(dataDir);
  return Math.min(...[birthtimeMs, mtimeMs, ctimeMs].filter((time) => time > 0));
}
