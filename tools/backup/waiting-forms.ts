import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { intakeDatabase } from './manifest.ts';

/**
 * Returns the number of visitors' forms in the queue of this folder that still have to be delivered. They can only be
 * opened with the secret that was in use when they arrived. Also reads the table under its name in earlier releases.
 */
export function waitingForms(folder: string): number {
  const file = join(folder, intakeDatabase);
  if (!existsSync(file)) return 0;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name in ('intake_items', 'items')")
      .all();
    return tables.reduce((sum, { name }) => {
      const waiting = database.prepare(`select count(*) as n from ${name} where state <> 'delivered'`);
      return sum + Number(waiting.get()?.n);
    }, 0);
  } finally {
    database.close();
  }
}
