import { existsSync } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../server/config.ts';
import { lockDataDir } from '../../server/process/data-dir.ts';
import { assertIntact, neverKept } from '../archive/database.ts';
import { ArchiveProblem } from '../archive/format.ts';
import { exchange } from './restore-backup.ts';
import { newStaging } from './write-backup.ts';

const content = 'content.sqlite';

/** Result of restoring a copy. `lost` has by table the number of rows that are newer now, or differ. */
interface RestoredCopy {
  lost: Record<string, number>;
  aside: string | undefined;
}

/** True for a file of SQLite, such as the copy that is made before a new release changes the database. */
export async function isCopy(file: string) {
  const handle = await open(file, 'r');
  const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0).finally(() => handle.close());
  return buffer.toString('latin1') === 'SQLite format 3\0';
}

/**
 * Puts such a copy in the place of the content, to go back to the release before. The server must be stopped. The
 * present database is moved aside; pictures, sessions and waiting forms stay. Rejects with `ArchiveProblem`.
 */
export async function restoreCopy(
  file: string,
  { DATA_DIR: dataDir, DATABASE_URL: url }: Config,
  { force, dryRun }: { force: boolean; dryRun: boolean },
) {
  if (url) throw new ArchiveProblem(`${file} is a copy of SQLite, and DATABASE_URL is set.`);
  const lock = await lockDataDir(dataDir);
  const staging = await newStaging(dataDir, 'restore');
  try {
    await copyFile(file, join(staging, content));
    const lost = lostRows(join(staging, content), join(dataDir, content));
    if (dryRun) return { lost, aside: undefined };
    const present = [content, `${content}-wal`, `${content}-shm`].filter((name) =>
      existsSync(join(dataDir, name)),
    );
    if (present.length > 0 && !force)
      throw new ArchiveProblem(
        `${join(dataDir, content)} is there. With --force it is moved aside; rows that are newer than the copy: ${lostText(lost)}.`,
      );
    return { lost, aside: await exchange(dataDir, staging, present, [content]) };
  } finally {
    await rm(staging, { recursive: true, force: true });
    await lock.release();
  }
}

export function lostText(lost: RestoredCopy['lost']) {
  const words = Object.entries(lost).map(([table, rows]) => `${table} ${rows}`);
  return words.length > 0 ? words.join(', ') : 'none';
}

/** Returns by table how many rows of the present database the copy does not have, or has otherwise. */
function lostRows(copy: string, present: string) {
  const database = new DatabaseSync(copy);
  try {
    assertIntact(database, copy);
    if (!existsSync(present)) return {};
    database.prepare('attach ? as present').run(present);
    const columns = (schema: string, table: unknown) =>
      database
        .prepare(`select name from pragma_table_info(?, '${schema}')`)
        .all(String(table))
        .map(({ name }) => `"${name}"`);
    const tables = database.prepare(
      "select name from pragma_table_list where schema = 'present' and type = 'table' order by name",
    );
    const lost: RestoredCopy['lost'] = {};
    for (const { name } of tables.all()) {
      const table = String(name);
      // Left out: what is never kept, what triggers count, and the product's own notes.
      if (
        neverKept.includes(table) ||
        /^sqlite_|_migration|_counts$|^(search_texts|housekeeping)$/.test(table)
      )
        continue;
      const there = columns('main', table);
      // Search texts are made of the other columns, and by each release in its own way.
      const shared = columns('present', table).filter(
        (column) => there.includes(column) && column !== '"search_text"',
      );
      const rows = shared.length
        ? `select ${shared} from present."${table}" except select ${shared} from main."${table}"`
        : `select 1 from present."${table}"`;
      const count = Number(database.prepare(`select count(*) as n from (${rows})`).get()?.n);
      if (count > 0) lost[table] = count;
    }
    return lost;
  } finally {
    database.close();
  }
}
