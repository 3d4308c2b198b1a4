import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { migrations } from '../../../server/database/migrations/index.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';
import { openReleaseBefore } from '../../support/release-before.ts';
import { folderForEach } from '../../support/temp-folder.ts';

const post = {
  blog_title: 'A',
  description: 'B',
  blog_image: null,
  is_active: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

let folder: string;
const opened: Db[] = [];
function open(name: string) {
  const db = openSqlite(join(folder, name));
  opened.push(db);
  return db;
}

folderForEach((made) => (folder = made));
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.destroy()));
});

describe('opening', () => {
  it('makes a file that only its owner can read, its log included', async () => {
    const db = open('content.sqlite');
    await migrate(db);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
    expect(await readdir(folder)).toContain('content.sqlite-wal');
  });

  it('writes ahead, syncs every commit, holds foreign keys and waits for others', async () => {
    const db = open('content.sqlite');
    const pragma = async (name: string) =>
      Object.values((await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    // SQLite's own wait would block the whole process: see server/database/sqlite.ts.
    expect(await pragma('busy_timeout')).toBe(0);
  });
});

describe('migrations', () => {
  it('leave nothing behind when one fails, and name it', async () => {
    const db = open('content.sqlite');
    await migrate(db);
    const broken = {
      ...migrations,
      '9000-good': {
        up: (on: Kysely<unknown>) => on.schema.createTable('half').addColumn('a', 'text').execute(),
      },
      '9001-broken': {
        async up(on: Kysely<unknown>) {
          await on.schema.createTable('other_half').addColumn('a', 'text').execute();
          await sql`select nonsense`.execute(on);
        },
      },
    };
    const backupDir = join(folder, 'backups');
    const failure = await migrate(db, { backupDir, provided: broken }).catch((error: Error) => error.message);
    const [copy = ''] = await readdir(backupDir);
    expect(failure).toBe(
      'The database cannot be migrated (9001-broken): no such column: nonsense. It is unchanged; a copy is in ' +
        join(backupDir, copy),
    );
    const tables = (await db.introspection.getTables()).map((table) => table.name);
    expect(tables).not.toContain('half');
    expect(tables).not.toContain('other_half');
    expect(await migrate(db)).toEqual([]);
  });

  it('open what 0.1.0 stored, row by row, and refuse what is older', async () => {
    await openReleaseBefore(open('content.sqlite'));
    const older = open('older.sqlite');
    await older.schema.createTable('blogs').addColumn('id', 'integer').execute();
    await sql`create table kysely_migration (name text primary key, timestamp text)`.execute(older);
    await expect(migrate(older)).rejects.toThrow('it is of a release before 0.1.0; start 0.1.0 on it first');
  });

  it('copy an existing database first, and a new one not', async () => {
    const db = open('content.sqlite');
    const backupDir = join(folder, 'backups');
    await migrate(db, { backupDir });
    await expect(readdir(backupDir)).rejects.toThrow();
    await db.insertInto('blogs').values(post).execute();
    await migrate(db, { backupDir });
    await expect(readdir(backupDir)).rejects.toThrow();
    const more = {
      ...migrations,
      '9000-drop': { up: (on: Kysely<unknown>) => on.schema.dropTable('blogs').execute() },
    };
    await migrate(db, { backupDir, provided: more });
    const [copy] = await readdir(backupDir);
    expect(copy).toMatch(/^content-before-9000-drop-.*\.sqlite$/);
    expect((await stat(join(backupDir, copy ?? ''))).mode & 0o777).toBe(0o600);
    const saved = open(join('backups', copy ?? ''));
    expect(await saved.selectFrom('blogs').select('blog_title').execute()).toHaveLength(1);
  });
});
