import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readableBytes } from '#shared/limits.ts';
import type { Config } from '../../server/config.ts';
import { type BackupResult, recordBackup } from '../../server/last-backup.ts';
import { backupInto, type Kept, planBackupInto } from '../backup/backup-folder.ts';
import { noteInDatabase } from '../backup/postgres/note.ts';
import { BackupProblem } from '../backup/problem.ts';
import { planBackup, type Written, writeBackup } from '../backup/write-backup.ts';
import type { Arguments, Values } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/usage-error.ts';
import { fullDiskText } from '../full-disk.ts';

/**
 * Where to write the backup (into the folder `to`, otherwise to the file `out`), how many backups to keep in that
 * folder, and the version of the product.
 */
interface Wanted {
  out: string;
  to: string | undefined;
  keep: number | undefined;
  app: string;
}

/**
 * `npm run studio -- backup`: writes DATA_DIR and the database of DATABASE_URL into one file, and reads the file
 * back. The server may be running. The result is recorded in DATA_DIR and in that database. Exit code 2: the backup
 * is good, but a later step failed.
 */
export async function run({ values }: Arguments<'backup'>, context: Context): Promise<number> {
  const wanted = await wantedBy(values, context);
  const config = context.config();
  if (values['dry-run']) return look(config, wanted, context);
  if (config.MEDIA_URL)
    context.warn(
      'Pictures, videos and CVs are in the bucket of MEDIA_URL and are not in this backup: enable versioning of the bucket, or replicate it.',
    );
  const written = await write(config, wanted).catch(async (error) => {
    const folders = [wanted.to ?? dirname(resolve(wanted.out)), config.DATA_DIR];
    const after = 'No backup was written; older backups are unchanged.';
    const problem = (await fullDiskText(error, folders, after)) ?? textOf(error);
    // If the disk is full, recording the problem fails too. That second error is ignored, because the error of the
    // backup is the one to report.
    await record(config, { problem }).catch(() => {});
    throw new BackupProblem(problem, { cause: error });
  });
  const failures = await afterwards(config, written);
  report(written, wanted, context);
  for (const failure of failures) context.warn(failure);
  if (written.waiting > 0 && !config.SESSION_SECRET)
    context.warn(
      `${written.waiting} forms wait in the queue, and only ${join(config.DATA_DIR, 'session-secret')} decrypts them, which no backup contains: store it elsewhere, or set SESSION_SECRET.`,
    );
  context.answer(asJson(written, failures));
  return failures.length > 0 ? 2 : 0;
}

async function wantedBy(values: Values<'backup'>, { version }: Context): Promise<Wanted> {
  const { out, to, keep } = values;
  if (out !== undefined && to !== undefined)
    throw new UsageError('--out names a file and --to a folder: give one of them.');
  if (to === '') throw new UsageError('--to does not name a folder.');
  if (keep !== undefined && to === undefined) throw new UsageError('--keep needs --to FOLDER.');
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
    throw new UsageError('--keep must be a number from 1 to 99999: how many backups stay in the folder.');
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  return {
    out: out ?? `studio-backup-${time}.tar.gz`,
    to,
    keep: keep === undefined ? undefined : Number(keep),
    app: await version(),
  };
}

async function look(config: Config, wanted: Wanted, context: Context): Promise<number> {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = config;
  const { file, deleted } = wanted.to
    ? await planBackupInto(dataDir, wanted.to, wanted.keep)
    : { file: resolve(wanted.out), deleted: [] };
  const { files, bytes, strangers } = await planBackup(dataDir, file, url !== undefined);
  context.say(
    `${file} would be written: ${files} files, ${readableBytes(bytes)} before they are packed${url ? ', and the database of DATABASE_URL' : ''}.`,
  );
  for (const name of deleted) context.say(`Would be deleted: ${name}`);
  for (const path of strangers)
    context.say(`Would be left out, because it does not belong to the product: ${path}`);
  context.say('Nothing was written.');
  context.answer({ dryRun: true, file, files, bytes, deleted, leftOut: strangers });
  return 0;
}

function write(config: Config, { out, to, keep, app }: Wanted): Promise<Written | Kept> {
  const { DATA_DIR: dataDir, DATABASE_URL: url, MEDIA_URL: media } = config;
  const postgres = url ? { url, mediaElsewhere: media !== undefined } : undefined;
  return to ? backupInto(dataDir, to, { keep, app, postgres }) : writeBackup(dataDir, out, app, postgres);
}

/**
 * Records the backup that was just written. Returns a sentence for each step that failed: the deletion of older
 * backups, or the record.
 */
async function afterwards(config: Config, written: Written | Kept): Promise<string[]> {
  const failures: string[] = [];
  if ('untidy' in written && written.untidy)
    failures.push(`The backup is good, but older ones could not be deleted: ${textOf(written.untidy)}`);
  await record(config, { path: written.file, size: written.size }).catch((error) =>
    failures.push(`The backup could not be recorded: ${textOf(error)}`),
  );
  return failures;
}

/** Prints the result. With `--to`, which is meant for scheduled runs, the result is one line. */
function report(written: Written | Kept, { keep }: Wanted, { say, warn }: Context): void {
  const { file, size, manifest, strangers } = written;
  const about = `${manifest.files.length} files, ${readableBytes(size)}`;
  if ('deleted' in written) {
    const parts = [
      `${about}, verified`,
      ...(keep === undefined || written.untidy
        ? []
        : [`${written.deleted.length} older deleted, ${written.kept} kept`]),
      ...(strangers.length > 0 ? [`left out ${strangers.length} that are not the product’s`] : []),
    ];
    say(`${file}: ${parts.join('; ')}`);
    return;
  }
  for (const path of strangers) warn(`Left out, because it does not belong to the product: ${path}`);
  say(`${file}: ${about}`);
  say('It contains applicants’ data and password hashes: protect it like the site itself.');
}

function asJson(written: Written | Kept, failures: string[]): unknown {
  const { file, size, manifest, strangers, waiting } = written;
  return {
    dryRun: false,
    file,
    bytes: size,
    files: manifest.files.length,
    deleted: 'deleted' in written ? written.deleted : [],
    leftOut: strangers,
    waiting,
    failures,
  };
}

/** Records the result of the backup. If the data folder is missing, it is not created for the record. */
async function record({ DATA_DIR: dataDir, DATABASE_URL: url }: Config, result: BackupResult): Promise<void> {
  if (existsSync(dataDir)) await recordBackup(dataDir, result);
  if (url) await noteInDatabase(url, result);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
