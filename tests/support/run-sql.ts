import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Engine } from './engines.ts';

/**
 * Runs a statement behind the back of an embedded engine, in whichever database it keeps its content, and gives the rows. `$1` and so
 * on stand for `values`.
 */
export async function runSql(
  { app, database }: Engine,
  statement: string,
  values: SQLInputValue[] = [],
): Promise<Record<string, unknown>[]> {
  if (database) return database.query(statement, values);
  const file = new DatabaseSync(join(app.dataDir, 'content.sqlite'));
  try {
    return file.prepare(statement.replaceAll(/\$(\d+)/g, '?$1')).all(...values);
  } finally {
    file.close();
  }
}
