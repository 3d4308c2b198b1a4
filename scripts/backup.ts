import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readableBytes } from '#shared/limits.ts';
import { loadConfig } from '../server/config.ts';
import { type BackupResult, recordBackup } from '../server/last-backup.ts';
import { backupInto } from '../tools/backup/backup-folder.ts';
import type { PostgresSource } from '../tools/backup/postgres/dump.ts';
import { noteInDatabase } from '../tools/backup/postgres/note.ts';
import { BackupProblem } from '../tools/backup/problem.ts';
import { type Written, writeBackup } from '../tools/backup/write-backup.ts';
import { fullDiskText } from '../tools/full-disk.ts';

/**
 * `npm run backup [-- --to folder [--keep 30] | --out file]`: writes DATA_DIR, and the database of DATABASE_URL, into one file, while the server runs or not, and reads it
 * back. `--to` is for crontabs: it names the file by its time, says one line, and with `--keep` deletes the oldest beyond that many.
 * What came of it is written down in DATA_DIR and in that database. Exit code 1 when there is no whole backup, 2 when there is one and something after it failed.
 */
interface Wanted {
  out?: string;
  to?: string;
  keep?: string;
}

try {
  const options = { out: { type: 'string' }, to: { type: 'string' }, keep: { type: 'string' } } as const;
  const wanted: Wanted = parseArgs({ options }).values;
  const keep = numberToKeep(wanted);
  const text = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const { DATA_DIR: dataDir, SESSION_SECRET: secret, DATABASE_URL: url, MEDIA_URL: media } = loadConfig();
  const postgres = url ? { url, mediaElsewhere: media !== undefined } : undefined;
  if (media)
    console.warn(
      'Pictures, videos and CVs are in the bucket of MEDIA_URL and are not in this backup: let the bucket keep versions, or copy itself.',
    );
  try {
    const { file, size, waiting } = wanted.to
      ? await backupToFolder(dataDir, wanted.to, keep, version, postgres)
      : await backupToFile(dataDir, wanted.out, version, postgres);
    if (waiting > 0 && !secret)
      console.warn(
        `${waiting} forms wait in the queue, and only ${join(dataDir, 'session-secret')} opens them, which no backup holds: keep it elsewhere, or set SESSION_SECRET.`,
      );
    await note(dataDir, url, { path: file, size }).catch((error) =>
      failedAfterwards('could not be noted', error),
    );
  } catch (error) {
    const folders = [wanted.to ?? dirname(resolve(wanted.out ?? 'backup')), dataDir];
    const after = 'No backup was written; the older ones are as they were.';
    const problem = (await fullDiskText(error, folders, after)) ?? textOf(error);
    // What fails for want of room may fail again here: the first failure is the one to tell.
    await note(dataDir, url, { problem }).catch(() => {});
    throw new BackupProblem(problem, { cause: error });
  }
} catch (error) {
  console.error(textOf(error));
  process.exitCode = 1;
}

async function backupToFolder(
  dataDir: string,
  to: string,
  keep: number | undefined,
  app: string,
  postgres?: PostgresSource,
) {
  const made = await backupInto(dataDir, to, { keep, app, postgres });
  const parts = [
    `${made.manifest.files.length} files, ${readableBytes(made.size)}, verified`,
    ...(keep === undefined || made.untidy ? [] : [`${made.deleted.length} older deleted, ${made.kept} kept`]),
    ...(made.strangers.length > 0 ? [`left out ${made.strangers.length} that are not the product’s`] : []),
  ];
  console.log(`${made.file}: ${parts.join('; ')}`);
  if (made.untidy) failedAfterwards('is good, but older ones could not be deleted', made.untidy);
  return made;
}

async function backupToFile(
  dataDir: string,
  out: string | undefined,
  app: string,
  postgres?: PostgresSource,
): Promise<Written> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const written = await writeBackup(dataDir, out ?? `studio-backup-${time}.tar.gz`, app, postgres);
  for (const path of written.strangers)
    console.warn(`Left out, because it does not belong to the product: ${path}`);
  console.log(`${written.file}: ${written.manifest.files.length} files, ${readableBytes(written.size)}`);
  console.log('It contains applicants’ data and password hashes: protect it as you protect the site itself.');
  return written;
}

/** A data folder that is not there is not made for a note. */
async function note(dataDir: string, url: string | undefined, result: BackupResult): Promise<void> {
  if (existsSync(dataDir)) await recordBackup(dataDir, result);
  if (url) await noteInDatabase(url, result);
}

function failedAfterwards(what: string, error: unknown): void {
  console.error(`The backup ${what}: ${textOf(error)}`);
  process.exitCode = 2;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function numberToKeep(values: Wanted): number | undefined {
  if (values.out !== undefined && values.to !== undefined)
    throw new BackupProblem('--out names a file and --to a folder: give one of them.');
  if (values.to === '') throw new BackupProblem('--to names no folder.');
  if (values.keep === undefined) return undefined;
  if (values.to === undefined) throw new BackupProblem('--keep goes with --to FOLDER.');
  if (!/^[1-9]\d{0,4}$/.test(values.keep))
    throw new BackupProblem('--keep must be a number from 1 to 99999: how many backups stay in the folder.');
  return Number(values.keep);
}
