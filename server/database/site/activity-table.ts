import { type Kysely, type SqlBool, sql } from 'kysely';
import { strict } from '../dialect.ts';
import { addTextColumn } from './add-text-column.ts';

/**
 * The leading columns of the indexes, one index for each filter. Each index is in the order of the log, so that a
 * filtered page is read directly.
 */
const filters = [
  [],
  ['person_id'],
  ['action'],
  ['resource'],
  ['resource', 'resource_id'],
  ['person_id', 'action'],
  ['person_id', 'resource'],
  ['action', 'resource'],
];

/**
 * Creates the tables of the activity log (bff/activity) unless they exist. Each person is stored once and referred to
 * by a number.
 */
export async function makeActivityTables(
  unknown: Pick<Kysely<unknown>, 'schema' | 'getExecutor'>,
): Promise<void> {
  const db = unknown as Kysely<unknown>;
  await db.schema
    .createTable('activity_people')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('key', 'text', (column) => column.unique())
    .addColumn('host_id', 'text')
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .modifyEnd(strict(db))
    .execute();
  await db.schema
    .createTable('activity')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('person_id', 'integer')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('resource', 'text')
    .addColumn('resource_id', 'integer')
    .addColumn('fields', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('address', 'text')
    .addColumn('request', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .modifyEnd(strict(db))
    .execute();
  await db.schema
    .createTable('activity_moments')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('at', 'integer', (column) => column.notNull())
    .modifyEnd(strict(db))
    .execute();
  for (const columns of filters) {
    const name = ['activity', ...columns, 'in_order'].join('_');
    const index = db.schema.createIndex(name).ifNotExists().on('activity');
    await index.columns([...columns, 'at', 'key']).execute();
  }
  await db.schema
    .createIndex('activity_addresses')
    .ifNotExists()
    .on('activity')
    .column('at')
    .where(sql<SqlBool>`address is not null`)
    .execute();
}

/**
 * Adds a column for text ids (`shared/id.ts`). The numeric column stays, since the previous release still writes it.
 */
export async function addActivityTextIds(
  unknown: Pick<Kysely<unknown>, 'schema' | 'getExecutor'>,
): Promise<void> {
  const db = unknown as Kysely<unknown>;
  await addTextColumn(db, 'activity', 'resource_text');
  await db.schema
    .createIndex('activity_resource_resource_text_in_order')
    .ifNotExists()
    .on('activity')
    .columns(['resource', 'resource_text', 'at', 'key'])
    .where(sql<SqlBool>`resource_text is not null`)
    .execute();
}
