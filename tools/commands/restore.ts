import type { Config } from '../../server/config.ts';
import { checkRestoreToPostgres, restoreToPostgres } from '../backup/postgres/restore.ts';
import { checkBackup, planRestore, restoreBackup } from '../backup/restore-backup.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { withFullDiskText } from '../full-disk.ts';

/**
 * `npm run studio -- restore FILE`: restores a backup into DATA_DIR and, for a site on PostgreSQL, into the database
 * of DATABASE_URL. If it fails, nothing has been changed, unless the message says otherwise.
 */
export async function run({ paths, values }: Arguments<'restore'>, context: Context): Promise<number> {
  const [file = ''] = paths;
  const { force = false } = values;
  if (values.check) return check(file, context);
  const config = context.config();
  if (values['dry-run']) return look(file, config, force, context);
  await withFullDiskText(() => restore(file, config, force, context), {
    folders: [config.DATA_DIR],
    after: 'The existing data is unchanged.',
  });
  return 0;
}

async function check(file: string, context: Context): Promise<number> {
  const { files, createdAt, app } = await checkBackup(file);
  context.say(`${file} is intact: ${files.length} files, written ${createdAt} by release ${app}.`);
  context.answer({ file, intact: true, files: files.length, createdAt, app });
  return 0;
}

async function look(file: string, config: Config, force: boolean, context: Context): Promise<number> {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = config;
  const { manifest, moved } = await planRestore(file, dataDir, { force, isPostgres: url !== undefined });
  const tables = url ? await checkRestoreToPostgres(url, { manifest, force, log: context.log }) : [];
  const { files, createdAt } = manifest;
  context.say(
    `${file} is intact, and ${files.length} files of ${createdAt} would be restored to ${dataDir}${url ? ' and the database of DATABASE_URL' : ''}.`,
  );
  if (moved.length > 0) context.say(`Would be moved aside: ${moved.join(', ')}.`);
  if (tables.length > 0) context.say(`Tables that would be moved aside: ${tables.join(', ')}.`);
  context.say('Nothing was changed.');
  context.answer({ dryRun: true, file, files: files.length, createdAt, moved, tables });
  return 0;
}

async function restore(file: string, config: Config, force: boolean, context: Context): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = config;
  const { manifest, aside, moved, waiting, schema } = url
    ? await restoreToPostgres(file, { dataDir, url, force, log: context.log })
    : { ...(await restoreBackup(file, dataDir, force)), schema: undefined };
  const { say } = context;
  say(
    `${dataDir}${url ? ' and the database of DATABASE_URL are' : ' is'} restored as of ${manifest.createdAt}: ${manifest.files.length} files, each verified.`,
  );
  if (aside) {
    say(`The earlier data is in ${aside}; delete it when the site works.`);
    say(`Moved there: ${moved.join(', ')}.`);
  }
  if (schema) say(`The earlier tables are in the schema ${schema}; drop it when the site works.`);
  if (waiting > 0)
    say(
      `${waiting} forms wait in the queue: start with the SESSION_SECRET of that time, or with the content of the session-secret of that time as SESSION_SECRET. No other secret decrypts them.`,
    );
  say('All admins have to sign in again.');
  context.answer({
    dryRun: false,
    file,
    files: manifest.files.length,
    createdAt: manifest.createdAt,
    aside: aside ?? null,
    moved,
    schema: schema ?? null,
    waiting,
  });
}
