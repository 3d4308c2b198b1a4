import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/** Creates the tables of the company as owners edit it (bff/saved-site), unless they exist. */
export async function makeSavedSitesTables(
  unknown: Pick<Kysely<unknown>, 'schema' | 'getExecutor'>,
): Promise<void> {
  const db = unknown as Kysely<unknown>;
  await db.schema
    .createTable('saved_sites')
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('saved_at', 'integer', (column) => column.notNull())
    .addColumn('who', 'text')
    .addColumn('site', 'text', (column) => column.notNull())
    .modifyEnd(strict(db))
    .execute();
  await db.schema
    .createTable('site_files')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('added_at', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'blob', (column) => column.notNull())
    .modifyEnd(strict(db))
    .execute();
}
