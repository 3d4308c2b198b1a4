import { join } from 'node:path';
import pino from 'pino';
import { ConfigError, loadConfig } from '../server/config.ts';
import { migrate } from '../server/content-api/database/migrate.ts';
import { openDatabase } from '../server/content-api/database/open.ts';
import { fileRootsOf } from '../server/content-api/media/addresses.ts';
import { createMediaStore } from '../server/content-api/media/store.ts';
import { createSample } from '../server/content-api/sample/sample.ts';
import { openDataDir } from '../server/data-dir.ts';
import { StartError } from '../server/errors.ts';
import { addedText, removalText } from './sample-report.ts';

/**
 * `npm run sample -- add | remove`: the sample content of the embedded engine in DATA_DIR. The server must be stopped:
 * one process at a time works on a data folder. Exit code 1 when nothing was done.
 */
const usage = 'Usage: npm run sample -- add | remove';
const [command, ...rest] = process.argv.slice(2);

try {
  if ((command !== 'add' && command !== 'remove') || rest.length > 0) throw new ConfigError([usage]);
  const { DATA_DIR: path } = loadConfig();
  const dataDir = await openDataDir(path, (text) => console.warn(text));
  const db = openDatabase(join(path, 'content.sqlite'));
  try {
    await migrate(db, { backupDir: join(path, 'backups') });
    const media = createMediaStore(db, fileRootsOf(path), pino({ level: 'warn' }));
    const sample = createSample(db, media, join(path, 'tmp', 'engine'));
    if (command === 'remove') {
      console.log(removalText(await sample.remove()));
    } else {
      const rows = await sample.add();
      console.log(addedText(rows));
      if (rows === undefined) process.exitCode = 1;
    }
  } finally {
    await db.destroy();
    await dataDir.release();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
