import { parseArgs } from 'node:util';
import pino from 'pino';
import { loadConfig } from '../server/config.ts';
import { restoreToPostgres } from '../tools/backup/postgres/restore.ts';
import { BackupProblem } from '../tools/backup/problem.ts';
import { checkBackup, restoreBackup } from '../tools/backup/restore-backup.ts';
import { fullDiskText } from '../tools/full-disk.ts';

/**
 * `npm run restore -- file [--force]`: puts a backup into DATA_DIR and, of a site on PostgreSQL, into the database of DATABASE_URL. `-- --check file` only verifies it. Exit code 1 when it
 * was not done; nothing was touched then, unless the text says otherwise.
 */
/** Where files are written. */
const into: string[] = [];

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new BackupProblem('npm run restore -- file [--force | --check]');
  if (values.check) {
    const { files, createdAt, app } = await checkBackup(file);
    console.log(`${file} is intact: ${files.length} files, written ${createdAt} by release ${app}.`);
  } else {
    const { DATA_DIR, DATABASE_URL: url } = loadConfig();
    into.push(DATA_DIR);
    const { manifest, aside, moved, waiting, schema } = await restoreTo(DATA_DIR, url, file, values.force);
    console.log(
      `${DATA_DIR}${url ? ' and the database of DATABASE_URL are' : ' is'} restored as of ${manifest.createdAt}: ${manifest.files.length} files, each verified.`,
    );
    if (aside) {
      console.log(`What was there before is in ${aside}; delete it once all is well.`);
      console.log(`Moved there: ${moved.join(', ')}.`);
    }
    if (schema)
      console.log(`The tables that were there are in the schema ${schema}; drop it once all is well.`);
    if (waiting > 0)
      console.log(
        `${waiting} forms wait in the queue: start with the SESSION_SECRET of that time, or with the content of the session-secret of that time as SESSION_SECRET. No other opens them.`,
      );
    console.log('Everybody needs to sign in again.');
  }
} catch (error) {
  const text = await fullDiskText(error, into, 'What was there before is as it was.');
  console.error(text ?? (error instanceof Error ? error.message : error));
  process.exitCode = 1;
}

async function restoreTo(dataDir: string, url: string | undefined, file: string, force: boolean) {
  if (url) return restoreToPostgres(file, { dataDir, url, force, log: pino({ level: 'warn' }) });
  return { ...(await restoreBackup(file, dataDir, force)), schema: undefined };
}
