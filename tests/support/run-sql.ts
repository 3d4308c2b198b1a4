import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Engine } from './engines.ts';

/**
 * Runs a statement directly on the database of an embedded engine, SQLite or PostgreSQL, and returns the rows. `$1`
 * and so on are placeholders for `values`.
 */
export async function runSql(
  { app, database }: { app: { dataDir: string }; database?: Engine['database'] },
  statement: string,
  values: SQLInputValue[] = [],
) {
  if (database) return database.query(statement, values);
  const file = new DatabaseSync(join(app.dataDir, 'content.sqlite'));
  try {
    return file.prepare(statement.replaceAll(/\$(\d+)/g, '?$1')).all(...values);
  } finally {
    file.close();
  }
}
