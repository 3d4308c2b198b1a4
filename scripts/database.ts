import { parseArgs } from 'node:util';
import pino from 'pino';
import { ConfigError, loadConfig } from '../server/config.ts';
import { StartError } from '../server/errors.ts';
import { type Copied, MoveProblem } from '../tools/database/copy.ts';
import { moveToPostgres, moveToSqlite } from '../tools/database/move.ts';
import { createProgress } from '../tools/database/progress.ts';
import { checkSecret } from '../tools/database/secret.ts';

/**
 * `npm run database -- move postgres://… | move postgres | move sqlite [--dry-run]`: copies a site from SQLite in DATA_DIR into an empty
 * PostgreSQL database, or back. No process of the site may run. Exit code 1 when nothing was moved.
 */
const usage = `npm run database -- move postgres://user:password@host/database   copies the site in DATA_DIR into that database
npm run database -- move postgres                                 the same, into the one of DATABASE_URL
npm run database -- move sqlite                                   copies the site in DATABASE_URL into DATA_DIR

With --dry-run it looks, and changes nothing. Stop every process of the site first.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const [command, target = '', ...rest] = positionals;
  const isUrl = /^postgres(ql)?:/i.test(target);
  if (command !== 'move' || rest.length > 0 || !(isUrl || target === 'postgres' || target === 'sqlite'))
    throw new MoveProblem(usage);
  const config = loadConfig(isUrl ? { ...process.env, DATABASE_URL: target } : process.env);
  const { DATABASE_URL: url, SESSION_SECRET: secrets = [], DATA_DIR: dataDir } = config;
  if (!url) throw new ConfigError(['  DATABASE_URL: must be set: it names the PostgreSQL database']);
  const dryRun = values['dry-run'];
  const say = (text: string) => console.log(text);
  const common = { dataDir, url, dryRun, say, progress: createProgress(say), log: pino({ level: 'warn' }) };
  if (target === 'sqlite') {
    report(await moveToSqlite(common), dryRun);
    if (!dryRun)
      say(
        `The site is in ${dataDir}. Unset DATABASE_URL and keep SESSION_SECRET: everybody stays signed in. The database stays as it is; start nothing on it again.`,
      );
  } else {
    const before = async () => say(await checkSecret(dataDir, secrets));
    report(await moveToPostgres({ ...common, before }), dryRun);
    if (!dryRun)
      say(
        `The site is in the database: start it with DATABASE_URL and SESSION_SECRET. The files in ${dataDir} stay as they are; start nothing on them again, and delete ` +
          'content.sqlite, bff.sqlite and intake.sqlite when all is well. Pictures and CVs are not in the database; they stay where they are.',
      );
  }
} catch (error) {
  const isForPeople =
    error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isForPeople ? (error as Error).message : error);
  process.exitCode = 1;
}

function report(tables: Copied[], dryRun: boolean): void {
  const rows = tables.reduce((sum, each) => sum + each.rows, 0);
  for (const each of tables)
    console.log(`  ${each.table.padEnd(24)} ${String(each.rows).padStart(9)}  ${each.hash.slice(0, 16)}`);
  console.log(
    dryRun
      ? `${rows} rows would be moved. Nothing was changed.`
      : `${rows} rows in ${tables.length} tables, the same in both databases.`,
  );
}
