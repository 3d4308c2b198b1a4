import { ConfigError, loadConfig } from '../../server/config.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/usage-error.ts';
import type { Copied } from '../database/copy.ts';
import { moveToPostgres, moveToSqlite } from '../database/move.ts';
import { createProgress } from '../database/progress.ts';
import { checkSecret } from '../database/secret.ts';

/**
 * `npm run studio -- database move …`: copies a site from SQLite in DATA_DIR into an empty PostgreSQL database, or
 * from PostgreSQL back to SQLite. All processes of the site must be stopped.
 */
export async function run({ paths, values }: Arguments<'database move'>, context: Context): Promise<number> {
  const [target = ''] = paths;
  const isUrl = /^postgres(ql)?:/i.test(target);
  if (!isUrl && target !== 'postgres' && target !== 'sqlite')
    throw new UsageError(`The target is a postgres:// address, postgres or sqlite; not ${target}.`);
  const { environment, say, log } = context;
  const config = loadConfig(isUrl ? { ...environment, DATABASE_URL: target } : environment);
  const { DATABASE_URL: url, SESSION_SECRET: secrets = [], DATA_DIR: dataDir } = config;
  if (!url) throw new ConfigError(['  DATABASE_URL: must be set: it names the PostgreSQL database']);
  const dryRun = values['dry-run'] === true;
  const options = { dataDir, url, dryRun, say, progress: createProgress(say), log };
  const before = async () => say(await checkSecret(dataDir, secrets));
  const tables =
    target === 'sqlite' ? await moveToSqlite(options) : await moveToPostgres({ ...options, before });
  report(tables, dryRun, context);
  if (!dryRun) say(target === 'sqlite' ? nowInFiles(dataDir) : nowInDatabase(dataDir));
  return 0;
}

function report(tables: Copied[], dryRun: boolean, { say, answer }: Context): void {
  const rows = tables.reduce((sum, each) => sum + each.rows, 0);
  for (const each of tables)
    say(`  ${each.table.padEnd(24)} ${String(each.rows).padStart(9)}  ${each.hash.slice(0, 16)}`);
  say(
    dryRun
      ? `${rows} rows would be moved. Nothing was changed.`
      : `${rows} rows in ${tables.length} tables, the same in both databases.`,
  );
  answer({ dryRun, rows, tables });
}

function nowInFiles(dataDir: string): string {
  return `The site is in ${dataDir}. Unset DATABASE_URL and keep SESSION_SECRET: all admins stay signed in. The database is unchanged; do not start a process on it again.`;
}

function nowInDatabase(dataDir: string): string {
  return (
    `The site is in the database: start it with DATABASE_URL and SESSION_SECRET. The files in ${dataDir} are unchanged; do not start a process on them again, and delete ` +
    'content.sqlite, bff.sqlite and intake.sqlite when the site works. Pictures and CVs are not in the database; they stay where they are.'
  );
}
