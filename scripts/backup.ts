import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readableBytes } from '#shared/limits.ts';
import { loadConfig } from '../server/config.ts';
import { writeBackup } from './backup/write-backup.ts';

/**
 * `npm run backup [-- --out file]`: writes DATA_DIR into one file, while the server runs or not. Exit code 1 when there is
 * no whole backup.
 */
try {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const text = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const written = await writeBackup(
    loadConfig().DATA_DIR,
    values.out ?? `studio-backup-${time}.tar.gz`,
    version,
  );
  for (const path of written.strangers)
    console.warn(`Left out, because it does not belong to the product: ${path}`);
  console.log(`${written.file}: ${written.manifest.files.length} files, ${readableBytes(written.size)}`);
  console.log('It contains applicants’ data and password hashes: protect it as you protect the site itself.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
