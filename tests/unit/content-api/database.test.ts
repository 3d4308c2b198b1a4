import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { migrations } from '../../../server/database/migrations/index.ts';
import { readPage } from '../../../server/database/read-page.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';

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
function open(name: string): Db {
  const db = openSqlite(join(folder, name));
  opened.push(db);
  return db;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-database-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.destroy()));
  await rm(folder, { recursive: true, force: true });
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
    // SQLite's own wait would block the whole process: see server/database/busy-timeout.ts.
    expect(await pragma('busy_timeout')).toBe(0);
  });

  it('names the file when it is no database, or cannot be one', async () => {
    const garbage = join(folder, 'garbage.sqlite');
    await writeFile(garbage, Buffer.alloc(8192, 'not a database. '));
    expect(() => openSqlite(garbage)).toThrow(
      `The database ${garbage} cannot be opened: file is not a database`,
    );
    const directory = join(folder, 'directory.sqlite');
    await mkdir(directory);
    expect(() => openSqlite(directory)).toThrow(`The database ${directory} cannot be opened`);
  });
});

describe('migrations', () => {
  it('run once', async () => {
    const db = open('content.sqlite');
    expect(await migrate(db)).toEqual(Object.keys(migrations));
    expect(await migrate(db)).toEqual([]);
    const again = open('content.sqlite');
    expect(await migrate(again)).toEqual([]);
  });

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

  it('refuse a database of a newer release', async () => {
    const db = open('content.sqlite');
    await migrate(db, { provided: { ...migrations, '9000-newer': { up: async () => {} } } });
    const backupDir = join(folder, 'backups');
    await expect(migrate(db, { backupDir })).rejects.toThrow(
      'The database was changed by a newer release; this one does not know 9000-newer. Start that release',
    );
    await expect(readdir(backupDir)).rejects.toThrow();
  });

  it('keep the five newest copies, and remove nothing else', async () => {
    const db = open('content.sqlite');
    await migrate(db);
    const backupDir = join(folder, 'backups');
    await mkdir(backupDir);
    const old = (day: number) => `content-before-000${9 - day}-x-2026-01-0${day}T00-00-00-000Z.sqlite`;
    const others = ['content-before-the-party.sqlite', 'notes.txt'];
    for (const name of [1, 2, 3, 4, 5, 6].map(old)) await writeFile(join(backupDir, name), '');
    for (const name of others) await writeFile(join(backupDir, name), '');
    await migrate(db, { backupDir, provided: { ...migrations, '9000-more': { up: async () => {} } } });
    const left = await readdir(backupDir);
    expect(left).toEqual(expect.arrayContaining([...others, ...[3, 4, 5, 6].map(old)]));
    expect(left).toHaveLength(others.length + 5);
  });

  it('do not run when the copy cannot be made', async () => {
    const db = open('content.sqlite');
    await migrate(db);
    const backupDir = join(folder, 'backups');
    await writeFile(backupDir, 'no folder');
    let ran = false;
    const more = {
      up: async () => {
        ran = true;
      },
    };
    await expect(
      migrate(db, { backupDir, provided: { ...migrations, '9000-more': more } }),
    ).rejects.toThrow();
    expect(ran).toBe(false);
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

describe('the tables', () => {
  it('never give an id twice', async () => {
    const db = open('content.sqlite');
    await migrate(db);
    const add = () => db.insertInto('blogs').values(post).returning('id').executeTakeFirstOrThrow();
    const first = await add();
    await db.deleteFrom('blogs').execute();
    expect((await add()).id).toBeGreaterThan(first.id);
  });

  it('refuse what no row may hold', async () => {
    const db = open('content.sqlite');
    await migrate(db);
    await expect(
      db
        .insertInto('blogs')
        .values({ ...post, is_active: 2 })
        .execute(),
    ).rejects.toThrow(/CHECK/);
    await expect(
      db
        .insertInto('tech_images')
        .values({ category_id: 5, image: 'x', position: 0, updated_at: 'x' })
        .execute(),
    ).rejects.toThrow(/FOREIGN KEY/);
    const admin = { name: 'A', password_hash: 'x', created_at: 'x', updated_at: 'x' };
    await db
      .insertInto('admins')
      .values({ ...admin, email: 'a@b' })
      .execute();
    await expect(
      db
        .insertInto('admins')
        .values({ ...admin, email: 'A@B' })
        .execute(),
    ).rejects.toThrow(/UNIQUE/);
  });

  it('read every list by an index, without sorting', async () => {
    const db = open('content.sqlite');
    await migrate(db);
    const plans = [
      'select * from blogs where deleted_at is null order by created_at desc, id desc limit 10 offset 5',
      'select * from blogs where deleted_at is null and is_active = 1 order by created_at desc, id desc limit 10',
      'select * from categories order by id limit 10',
      'select * from tech_images where category_id in (1, 2) order by category_id, position, id',
      'select * from project_images where project_id = 1 order by position, id',
      "select * from tokens where token_hash = 'x' and expires_at > 'y'",
    ];
    for (const query of plans) {
      const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${query}`).execute(db);
      const plan = rows.map((row) => row.detail).join('; ');
      expect(plan, query).not.toContain('TEMP B-TREE');
      expect(plan, query).toMatch(/USING (INDEX|INTEGER PRIMARY KEY|COVERING INDEX)|^SCAN categories$/);
    }
  });
});

describe('a page', () => {
  it('counts and reads one state, also while rows are added', async () => {
    const db = open('content.sqlite');
    await migrate(db);
    let added: Promise<unknown> | undefined;
    const page = await readPage(
      db,
      1,
      async (tx) => {
        const { total } = await tx
          .selectFrom('blogs')
          .select((select) => select.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        added = db.insertInto('blogs').values(post).execute();
        await new Promise(setImmediate);
        return total;
      },
      (tx) => tx.selectFrom('blogs').selectAll().execute(),
    );
    await added;
    expect(page).toEqual({ data: [], current_page: 1, last_page: 1, per_page: 10, total: 0 });
  });
});
