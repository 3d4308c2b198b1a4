import { existsSync } from 'node:fs';
import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** `npm run backup` writes here what came of it; it is no part of a backup, and a restore leaves it. */
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
    return recordSchema.parse(JSON.parse(await readFile(join(dataDir, fileName), 'utf8')));
  } catch {
    return { good: null, failed: null };
  }
}

/** Writes down what came of a backup. A failure leaves the last good one standing. Rejects when the disk does not take it. */
export async function recordBackup(dataDir: string, result: BackupResult, now = Date.now()): Promise<void> {
  const at = new Date(now).toISOString();
  const record: LastBackup =
    'problem' in result
      ? { good: (await lastBackup(dataDir)).good, failed: { at, problem: result.problem } }
      : { good: { at, ...result }, failed: null };
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

/**
 * What admins see of it: when the last good one was made, and whether that is more than two days ago; where there never was one, whether
 * the folder is older than that. Null when there is nothing to back up.
 */
export async function backupState(
  dataDir: string,
  now = Date.now(),
): Promise<{ last_at: string | null; is_old: boolean } | null> {
  if (!worthKeeping.some((name) => existsSync(join(dataDir, name)))) return null;
  const { good } = await lastBackup(dataDir);
  const age = now - (good ? Date.parse(good.at) : await bornAt(dataDir));
  // One of the day after tomorrow was written by a clock that was wrong: it says nothing.
  return { last_at: good?.at ?? null, is_old: age > oldAfterMs || age < -dayMs };
}

/** Not every disk knows when a folder was made; it was there at its last change. */
async function bornAt(dataDir: string): Promise<number> {
  const { birthtimeMs, mtimeMs, ctimeMs } = await stat(dataDir);
  return Math.min(...[birthtimeMs, mtimeMs, ctimeMs].filter((time) => time > 0));
}
