import { ConfigError, loadConfig } from '../../server/config.ts';
import { type Moved, moveDatabase } from '../backup/move-database.ts';
import type { Arguments } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/usage-error.ts';

/**
 * `npm run studio -- database move …`: moves the rows of a site from SQLite in DATA_DIR into an empty PostgreSQL
 * database, or back. All processes of the site must be stopped.
 */
export async function run({ paths, values }: Arguments<'database move'>, context: Context): Promise<number> {
  const [target = ''] = paths;
  const isUrl = /^postgres(ql)?:/i.test(target);
  if (!isUrl && target !== 'postgres' && target !== 'sqlite')
    throw new UsageError(`The target is a postgres:// address, postgres or sqlite; not ${target}.`);
  const { environment, say, answer, log } = context;
  const config = loadConfig(isUrl ? { ...environment, DATABASE_URL: target } : environment);
  if (!config.DATABASE_URL)
    throw new ConfigError(['  DATABASE_URL: must be set: it names the PostgreSQL database']);
  const dryRun = values['dry-run'] === true;
  const to = target === 'sqlite' ? 'sqlite' : 'postgres';
  const moved = await moveDatabase(to, config, { log, dryRun });
  const tables = Object.entries(moved.tables).map(([table, { rows }]) => ({ table, rows }));
  for (const { table, rows } of tables) say(`  ${table.padEnd(24)} ${String(rows).padStart(9)}`);
  const rows = tables.reduce((sum, each) => sum + each.rows, 0);
  say(
    dryRun
      ? `${rows} rows would be moved. Nothing was changed.`
      : `${rows} rows in ${tables.length} tables are moved.`,
  );
  if (!dryRun) for (const line of nextSteps(to, config.DATA_DIR, moved)) say(line);
  answer({ dryRun, rows, tables, waiting: moved.waiting, replaced: moved.replaced });
  return 0;
}

function nextSteps(to: 'postgres' | 'sqlite', dataDir: string, { waiting, replaced }: Moved): string[] {
  return [
    ...(replaced > 0
      ? [`${replaced} texts had a NUL, which PostgreSQL cannot store: U+FFFD is in its place.`]
      : []),
    ...(waiting > 0
      ? [`${waiting} forms wait in the queue: only the present SESSION_SECRET decrypts them.`]
      : []),
    to === 'sqlite'
      ? `The site is in ${dataDir}: unset DATABASE_URL and keep SESSION_SECRET, and all admins stay signed in. Do not start a process on the database again.`
      : `The site is in the database: start it with DATABASE_URL and the SESSION_SECRET that it has had (or the content of ${dataDir}/session-secret), and all admins stay signed in. ` +
        `Do not start a process on the files in ${dataDir} again; delete content.sqlite, bff.sqlite and intake.sqlite when the site works. Pictures and CVs stay where they are.`,
  ];
}
