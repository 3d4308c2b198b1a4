// @module-tag deep/postgres: prepares the statements of the last release, and opens what it stored
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openSlowPool } from '../../../server/database/postgres/connect.ts';
import { StudioPostgresDialect } from '../../../server/database/postgres/dialect.ts';
import type { Tables } from '../../../server/database/types.ts';
import { openReleaseBefore } from '../../support/release-before.ts';
import { testDatabase } from '../../support/shared-servers.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sql'));

it('the statements of the last release are written down, once', () => {
  expect(files).toEqual([expect.stringMatching(/^statements-\d+\.\d+\.\d+\.sql$/)]);
});

it('what the last release sends is good on the present schema: it may run beside this one (CONTRIBUTING.md, "Change the schema")', async () => {
  const database = await testDatabase({ migrated: true });
  onTestFinished(() => database.drop());
  const statements = files.flatMap((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8')
      .split('\n')
      .filter(Boolean),
  );
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(() => client.end());
  const demanded = await demandedColumns(client);
  const refused: string[] = [];
  for (const statement of statements) {
    const [, table = '', columns = ''] = /insert into "?(\w+)"? \(([^)]*)\)/.exec(statement) ?? [];
    const missing = demanded.get(table)?.filter((name) => !columns.split(/\W+/).includes(name)) ?? [];
    if (missing.length > 0) refused.push(`leaves out ${missing.join()}: ${statement}`);
    try {
      await client.query(`prepare it as ${statement}`);
      await client.query('deallocate it');
    } catch (error) {
      refused.push(`${(error as Error).message}: ${statement}`);
    }
  }
  expect(refused).toEqual([]);
  expect(statements.length).toBeGreaterThan(100);
});

it('what the last release stored is opened, row by row', async () => {
  const database = await testDatabase();
  const pool = openSlowPool(database.url);
  pool.on('error', () => {});
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  await pool.query('create extension pg_trgm');
  await openReleaseBefore(new Kysely<Tables>({ dialect: new StudioPostgresDialect({ pool }) }));
});

/** Returns the columns of each table that every insert has to name: not null, and without a default. */
async function demandedColumns(client: pg.Client) {
  const { rows } = await client.query<{ table_name: string; names: string[] }>(
    `select table_name, array_agg(column_name::text) as names from information_schema.columns
     where table_schema = current_schema() and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'
     group by table_name`,
  );
  return new Map(rows.map(({ table_name, names }) => [table_name, names]));
}
