import { parseArgs } from 'node:util';
import { loadConfig } from '../server/config.ts';
import { BackupProblem } from './backup/problem.ts';
import { checkBackup, restoreBackup } from './backup/restore-backup.ts';

/**
 * `npm run restore -- file [--force]`: puts a backup into DATA_DIR. `-- --check file` only verifies it. Exit code 1 when it
 * was not done; nothing was touched then, unless the text says otherwise.
 */
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
    const { DATA_DIR } = loadConfig();
    const { manifest, aside, moved, waiting } = await restoreBackup(file, DATA_DIR, values.force);
    console.log(
      `${DATA_DIR} is restored as of ${manifest.createdAt}: ${manifest.files.length} files, each verified.`,
    );
    if (aside) {
      console.log(`What was there before is in ${aside}; delete it once all is well.`);
      console.log(`Moved there: ${moved.join(', ')}.`);
    }
    if (waiting > 0)
      console.log(
        `${waiting} forms wait in the queue: start with the SESSION_SECRET of that time, or with the content of the session-secret of that time as SESSION_SECRET. No other opens them.`,
      );
    console.log('Everybody needs to sign in again.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
