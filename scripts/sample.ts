import { join } from 'node:path';
import pino from 'pino';
import { ConfigError, loadConfig } from '../server/config.ts';
import { openStorage } from '../server/content-api/media/storage/open-storage.ts';
import { createMediaStore } from '../server/content-api/media/store.ts';
import { openDataDir } from '../server/data-dir.ts';
import { openDatabases } from '../server/database/databases.ts';
import { StartError } from '../server/errors.ts';
import { addedText, removalText } from '../tools/sample/report.ts';
import { createSample } from '../tools/sample/sample.ts';

/**
 * `npm run sample -- add | remove`: the sample content of the embedded engine. The server of this DATA_DIR must be stopped:
 * one process at a time works on a data folder; with DATABASE_URL those on other machines may run, and forget their pages. Exit code 1 when nothing was done.
 */
const usage = 'Usage: npm run sample -- add | remove';
const [command, ...rest] = process.argv.slice(2);

try {
  if ((command !== 'add' && command !== 'remove') || rest.length > 0) throw new ConfigError([usage]);
  const config = loadConfig();
  const { DATA_DIR: path } = config;
  const dataDir = await openDataDir(path, (text) => console.warn(text));
  const log = pino({ level: 'warn' });
  const closing: (() => Promise<void>)[] = [dataDir.release];
  try {
    const databases = await openDatabases(config, log);
    closing.push(databases.close);
    const db = await databases.openContent();
    const media = createMediaStore(db, await openStorage(config, log), log);
    const sample = createSample(db, media, join(path, 'tmp', 'engine'));
    if (command === 'remove') {
      console.log(removalText(await sample.remove()));
    } else {
      const rows = await sample.add();
      console.log(addedText(rows));
      if (rows === undefined) process.exitCode = 1;
    }
    // Processes on other machines may be running: what they keep of pages is old.
    await databases.signals.publish('purge');
  } finally {
    for (const close of closing.reverse()) await close();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
