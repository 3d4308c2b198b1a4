import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

/** Secrets that the engine generates, such as the one that signs public forms. */
export const secrets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('secrets')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .modifyEnd(strict(db))
      .execute();
  },
};
