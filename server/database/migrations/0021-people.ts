import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

/**
 * Links by which people are invited and recover their passwords, and the data of their sessions. Existing accounts
 * count as joined; an earlier release leaves the new columns empty.
 */
export const people: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('admins').addColumn('invited_at', 'text').execute();
    await db.schema.alterTable('admins').addColumn('last_sign_in_at', 'text').execute();
    await db.schema.alterTable('tokens').addColumn('last_used_at', 'text').execute();
    await db.schema.alterTable('tokens').addColumn('address', 'text').execute();
    await db.schema.alterTable('tokens').addColumn('agent', 'text').execute();
    await db.schema
      .createTable('account_links')
      .addColumn('secret_hash', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('admin_id', 'integer', (column) =>
        column.notNull().references('admins.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .modifyEnd(strict(db))
      .execute();
    await db.schema.createIndex('account_links_by_admin').on('account_links').column('admin_id').execute();
    await db.schema.createIndex('account_links_by_end').on('account_links').column('expires_at').execute();
  },
};
