import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { readableBytes } from '#shared/limits.ts';
import type { Config } from '../../server/config.ts';
import { connectionOf } from '../../server/database/postgres/connect.ts';
import {
  type BackupResult,
  parseLastBackup,
  recordBackup,
  withResult,
} from '../../server/process/last-backup.ts';
import { ArchiveProblem, countsOf } from '../archive/format.ts';
import {
  deleteOld,
  nameAt,
  type Place,
  placeIn,
  planBackup,
  type Written,
  writeBackup,
} from '../backup/write-backup.ts';
import { type Arguments, UsageError, type Values } from '../cli/commands.ts';
import { type Context, onFullDisk } from '../cli/context.ts';

/**
 * `npm run studio -- backup`: writes DATA_DIR and the database of DATABASE_URL into one file, and reads the file
 * back. The server may be running. The result is recorded in DATA_DIR and in that database. Exit code 2: the backup
 * is good, but a later step failed.
 */
export async function run({ values }: Arguments<'backup'>, context: Context) {
  const { warn, log } = context;
  const keep = keepIn(values);
  const config = context.config();
  if (values['dry-run']) return look(config, await placeFor(values, keep, config), context);
  const fail = failed(config);
  const place = await placeFor(values, keep, config).catch(fail);
  if (config.MEDIA_URL && !values.bucket)
    warn(
      'Pictures, videos and CVs are in the bucket of MEDIA_URL and are not in this backup: enable versioning of the bucket, replicate it, or add --bucket.',
    );
  const madeBy = `studio-site ${await context.version()}`;
  const after = 'No backup was written; older backups are unchanged.';
  const written = await writeBackup(place.file, { config, madeBy, log, bucket: values.bucket })
    .catch(onFullDisk([dirname(place.file), config.DATA_DIR], after))
    .catch(fail);
  const failures: string[] = [];
  const step = async (text: string, work: Promise<void>) => {
    await work.catch((error) => failures.push(`${text}: ${textOf(error)}`));
  };
  if (values.to) await step('The backup is good, but older ones could not be deleted', deleteOld(place));
  await step('The backup could not be recorded', record(config, { path: written.file, size: written.size }));
  report(written, { ...place, keep, isOneLine: values.to !== undefined }, context);
  for (const failure of failures) warn(failure);
  if (written.waiting > 0 && !config.SESSION_SECRET)
    warn(
      `${written.waiting} forms wait in the queue, and only ${join(config.DATA_DIR, 'session-secret')} decrypts them, which no backup contains: store it elsewhere, or set SESSION_SECRET.`,
    );
  const { file, size, manifest, strangers, waiting } = written;
  const { rows, files } = countsOf(manifest);
  context.answer({
    dryRun: false,
    file,
    bytes: size,
    rows,
    files,
    deleted: place.old,
    leftOut: strangers,
    waiting,
    failures,
  });
  return failures.length > 0 ? 2 : 0;
}

function keepIn({ out, to, keep }: Values<'backup'>) {
  if (out !== undefined && to !== undefined)
    throw new UsageError('--out names a file and --to a folder: give one of them.');
  if (to === '') throw new UsageError('--to does not name a folder.');
  if (keep !== undefined && to === undefined) throw new UsageError('--keep needs --to FOLDER.');
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
    throw new UsageError('--keep must be a number from 1 to 99999: how many backups stay in the folder.');
  return keep === undefined ? undefined : Number(keep);
}

/** Returns where the backup goes. Without an option it is a file of the data folder, which no checkout contains. */
async function placeFor(
  { to, out }: Values<'backup'>,
  keep: number | undefined,
  { DATA_DIR: dataDir }: Config,
) {
  if (to) return placeIn(dataDir, to, keep);
  return { file: resolve(out ?? join(dataDir, 'backups', nameAt(new Date()))), old: [], kept: 1 };
}

/** Returns a handler of errors that records that there is no backup, and throws the reason. */
const failed = (config: Config) => async (error: unknown) => {
  const problem = textOf(error);
  // If the disk is full, recording the problem fails too. The error of the backup is the one to report.
  await record(config, { problem }).catch(() => {});
  throw new ArchiveProblem(problem, { cause: error });
};

async function look(config: Config, { file, old }: Place, context: Context) {
  const { files, bytes, strangers } = await planBackup(file, config);
  const database = config.DATABASE_URL ? ', and the database of DATABASE_URL' : '';
  context.say(
    `${file} would be written: ${files} files, ${readableBytes(bytes)} before they are packed${database}.`,
  );
  for (const path of old) context.say(`Would be deleted: ${path}`);
  for (const path of strangers)
    context.say(`Would be left out, because it does not belong to the product: ${path}`);
  context.say('Nothing was written.');
  context.answer({ dryRun: true, file, files, bytes, deleted: old, leftOut: strangers });
  return 0;
}

/** Prints the result. With `--to`, which is meant for scheduled runs, the result is one line. */
function report(
  { file, size, manifest, strangers }: Written,
  { old, kept, keep, isOneLine }: Place & { keep: number | undefined; isOneLine: boolean },
  { say, warn }: Context,
) {
  const { rows, files } = countsOf(manifest);
  const about = `${rows} rows and ${files} files, ${readableBytes(size)}`;
  if (isOneLine) {
    const parts = [
      `${about}, verified`,
      ...(keep === undefined ? [] : [`${old.length} older deleted, ${kept} kept`]),
      ...(strangers.length > 0 ? [`left out ${strangers.length} that are not the product’s`] : []),
    ];
    say(`${file}: ${parts.join('; ')}`);
    return;
  }
  for (const path of strangers) warn(`Left out, because it does not belong to the product: ${path}`);
  say(`${file}: ${about}`);
  say(
    'It contains applicants’ data and password hashes: protect it like the site itself, and copy it to another disk.',
  );
}

/** Records the result of the backup. If the data folder is missing, it is not created for the record. */
async function record({ DATA_DIR: dataDir, DATABASE_URL: url }: Config, result: BackupResult) {
  if (existsSync(dataDir)) await recordBackup(dataDir, result);
  if (url) await noteInDatabase(url, result);
}

/** Stores the result where every process of the site can read it. Does nothing if the table does not exist yet. */
export async function noteInDatabase(url: string, result: BackupResult, now = Date.now()) {
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: tables } = await client.query("select to_regclass('last_backup') is not null as there");
    if (!tables[0]?.there) return;
    const { rows } = await client.query<{ record: string }>('select record from last_backup');
    await client.query(
      'insert into last_backup (id, record) values (1, $1) on conflict (id) do update set record = excluded.record',
      [JSON.stringify(withResult(parseLastBackup(rows[0]?.record), result, now))],
    );
  } finally {
    await client.end().catch(() => {});
  }
}

function textOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}
