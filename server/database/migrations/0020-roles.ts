import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the role of each account. Existing accounts become owners, since they had all rights before. */
export const adminRoles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('admins')
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
      .execute();
  },
};
