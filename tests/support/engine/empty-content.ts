import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';

let made: Promise<Buffer> | undefined;

/** The file of the engine's database with every migration and no row; the migrations run once a process. */
export function emptyContent(): Promise<Buffer> {
  made ??= make();
  return made;
}

async function make(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-empty-'));
  const file = join(folder, 'content.sqlite');
  const db = openSqlite(file);
  await migrate(db);
  await db.destroy();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}
