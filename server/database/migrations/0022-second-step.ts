import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict, strictByKey } from '../dialect.ts';

/** The second steps of accounts, and proofs that have been used and must not be accepted again. */
export const secondStep: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('admin_id', 'integer', (column) =>
        column.notNull().references('admins.id').onDelete('cascade'),
      )
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'integer', (column) => column.notNull().check(sql`counter >= 0`))
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text')
      .modifyEnd(strict(db))
      .execute();
    await db.schema.createIndex('passkeys_by_admin').on('passkeys').columns(['admin_id', 'id']).execute();
    await db.schema
      .createTable('totp_keys')
      .addColumn('admin_id', 'integer', (column) =>
        column.primaryKey().references('admins.id').onDelete('cascade'),
      )
      .addColumn('sealed_key', 'text', (column) => column.notNull())
      .addColumn('last_step', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'text')
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('admin_id', 'integer', (column) =>
        column.notNull().references('admins.id').onDelete('cascade'),
      )
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['admin_id', 'code_hash'])
      .modifyEnd(strictByKey(db))
      .execute();
    await db.schema
      .createTable('used_proofs')
      .addColumn('proof', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .modifyEnd(strictByKey(db))
      .execute();
    await db.schema.createIndex('used_proofs_by_end').on('used_proofs').column('expires_at').execute();
  },
};
