import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict, strictByKey } from '../dialect.ts';

/**
 * Saved answers, assignments of messages to colleagues, and the stages that the board of a job hides. A row is
 * deleted together with the message, the colleague or the job that it belongs to.
 */
export const desk: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('saved_answers')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createTable('message_assignments')
      .addColumn('message_id', 'integer', (column) =>
        column.primaryKey().references('messages.id').onDelete('cascade'),
      )
      .addColumn('admin_id', 'integer', (column) =>
        column.notNull().references('admins.id').onDelete('cascade'),
      )
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createIndex('message_assignments_by_admin')
      .on('message_assignments')
      .columns(['admin_id', 'message_id'])
      .execute();
    await db.schema
      .createTable('hidden_stages')
      .addColumn('job_id', 'integer', (column) => column.notNull().references('jobs.id').onDelete('cascade'))
      .addColumn('status', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('hidden_stages_key', ['job_id', 'status'])
      .modifyEnd(strictByKey(db))
      .execute();
  },
};
