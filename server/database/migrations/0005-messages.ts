import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict } from '../dialect.ts';

/** Conditions of the indexes for the list, which leaves out deleted messages, and spam unless it is requested. */
const kept = sql<SqlBool>`deleted_at is null`;
const shown = sql<SqlBool>`deleted_at is null and status <> 'spam'`;

export const messages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('messages')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('type', 'text', (column) =>
        column.notNull().check(sql`type in ('contact', 'account_deletion')`),
      )
      .addColumn('name', 'text')
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('phone', 'text')
      .addColumn('subject', 'text')
      .addColumn('app_name', 'text')
      .addColumn('account_identifier', 'text')
      .addColumn('status', 'text', (column) =>
        column.notNull().check(sql`status in ('new', 'read', 'replied', 'archived', 'spam')`),
      )
      .addColumn('due_at', 'text', (column) =>
        column.check(sql`(due_at is not null) = (type = 'account_deletion')`),
      )
      .addColumn('handled_at', 'text')
      .addColumn('deleted_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('message', 'text')
      .modifyEnd(strict(db))
      .execute();
    const newestFirst = ['created_at desc', 'id desc'] as const;
    const indexes: [name: string, columns: string[], where: typeof kept][] = [
      ['messages_newest', [...newestFirst], shown],
      ['messages_of_type', ['type', ...newestFirst], shown],
      ['messages_of_status', ['status', ...newestFirst], kept],
      ['messages_of_type_and_status', ['type', 'status', ...newestFirst], kept],
      ['deleted_messages', ['deleted_at', 'id'], sql<SqlBool>`deleted_at is not null`],
    ];
    for (const [name, columns, where] of indexes) {
      const index = db.schema.createIndex(name).on('messages');
      await index
        .columns(columns as Parameters<typeof index.columns>[0])
        .where(where)
        .execute();
    }
  },
};
