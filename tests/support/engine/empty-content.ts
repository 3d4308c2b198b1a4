import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';

let made: Promise<Buffer> | undefined;

/**
 * Makes a data folder with the engine's database, migrated and without a row. The migrations, half the time of a start,
 * run once a process.
 */
export async function migratedFolder(prefix: string) {
  made ??= make();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await writeFile(join(folder, 'content.sqlite'), await made, { mode: 0o600 });
  return folder;
}

async function make() {
  const folder = await mkdtemp(join(tmpdir(), 'studio-empty-'));
  const file = join(folder, 'content.sqlite');
  const db = openSqlite(file);
  await migrate(db);
  await db.destroy();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}
