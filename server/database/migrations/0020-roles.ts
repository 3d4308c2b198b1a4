import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Existing accounts had all rights, and keep them. */
export const adminRoles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('admins')
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
      .execute();
  },
};
