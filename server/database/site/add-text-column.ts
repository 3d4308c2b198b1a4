import type { Kysely } from 'kysely';

/**
 * Adds a column to a table. A SQLite file of a later release has it already, and files have no turns (turns.ts):
 * another process that starts at the same time may be faster.
 */
export async function addTextColumn(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  try {
    await db.schema.alterTable(table).addColumn(column, 'text').execute();
  } catch (error) {
    if (!String(error).includes('duplicate column name')) throw error;
  }
}
