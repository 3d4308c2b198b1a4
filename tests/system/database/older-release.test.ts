// @module-tag deep/postgres: opens a database that a newer release has migrated
import { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { StudioPostgresDialect } from '../../../server/database/postgres/dialect.ts';
import type { Db, Tables } from '../../../server/database/types.ts';
import { type TestDatabase, testDatabase } from '../../support/shared-servers.ts';

/** Migrations with these names, each of which creates a table. */
const migrations = (...names: string[]): Record<string, Migration> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        up: (db: Kysely<unknown>) =>
          db.schema.createTable(name.replaceAll('-', '_')).addColumn('id', 'integer').execute(),
      },
    ]),
  );

const [one, two] = ['0001-one', '0002-two'] as const;

describe('an older release on a database that a newer one has migrated', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let db: Db;
  beforeAll(async () => {
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    // `pool.end()` does not wait for the server: the database may be dropped before the last connection is closed.
    pool.on('error', () => {});
    db = new Kysely<Tables>({ dialect: new StudioPostgresDialect({ pool }) });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  /**
   * Starts a release on the database of the earlier releases; returns the newer migrations that were reported to it.
   */
  async function start(on: Db, table: string, ...names: string[]): Promise<readonly string[]> {
    let newer: readonly string[] = [];
    await migrate(on, {
      provided: migrations(...names),
      table,
      onNewer: (told) => {
        newer = told;
      },
    });
    return newer;
  }

  it('starts on PostgreSQL beside it, is told what it does not know, and changes nothing', async () => {
    await start(db, 'expanded', one);
    await start(db, 'expanded', one, two);
    expect(await start(db, 'expanded', one)).toEqual([two]);
    expect(await start(db, 'expanded', one, two)).toEqual([]);
  });

  it('is refused when the newer one has taken away what it needs, which the name of the migration says', async () => {
    const tables = migrations('0001-here', '0002-there', '0003-no-here-after-0002-there');
    await migrate(db, { provided: tables, table: 'contracted' });
    await expect(start(db, 'contracted', '0001-here')).rejects.toThrow(
      'this one does not know 0003-no-here-after-0002-there.',
    );
    // The release between the two no longer needed the table.
    expect(await start(db, 'contracted', '0001-here', '0002-there')).toEqual([
      '0003-no-here-after-0002-there',
    ]);
  });
});
