import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { strict, strictByKey } from '../dialect.ts';

/**
 * Written mails in the history of a candidate or of a message (mail/written-mails.ts), and the templates that they
 * begin with. Erasing a person deletes their written mails, and with these the waiting rows of the outbox.
 */
export const keptMails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('kept_mails')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('applicant_id', 'integer', (column) =>
        column.references('applicants.id').onDelete('cascade'),
      )
      .addColumn('message_id', 'integer', (column) => column.references('messages.id').onDelete('cascade'))
      .addColumn('send_key', 'text', (column) => column.notNull())
      .addColumn('template', 'text')
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('reply_to', 'text')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('admin_id', 'integer', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('send_at', 'text', (column) => column.notNull())
      .addColumn('undone_at', 'text')
      .addColumn('sent_at', 'text')
      .addColumn('failed_at', 'text')
      .addColumn('problem', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addCheckConstraint('kept_mails_of_one', sql`(applicant_id is null) <> (message_id is null)`)
      .addUniqueConstraint('kept_mails_once_an_applicant', ['applicant_id', 'send_key'])
      .addUniqueConstraint('kept_mails_once_a_message', ['message_id', 'send_key'])
      .modifyEnd(strict(db))
      .execute();
    await db.schema
      .createIndex('kept_mails_of_applicant')
      .on('kept_mails')
      .columns(['applicant_id', 'id'])
      .execute();
    await db.schema
      .createIndex('kept_mails_of_message')
      .on('kept_mails')
      .columns(['message_id', 'id'])
      .execute();
    await db.schema
      .alterTable('outbox')
      .addColumn('kept_mail_id', 'integer', (column) =>
        column.references('kept_mails.id').onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('outbox_of_kept_mail').on('outbox').column('kept_mail_id').execute();
    await db.schema
      .createTable('mail_templates')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .modifyEnd(strictByKey(db))
      .execute();
  },
};
