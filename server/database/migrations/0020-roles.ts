import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whoever had an account could do everything, and still can. */
export const adminRoles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('admins')
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
      .execute();
  },
};
