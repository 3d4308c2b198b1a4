import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { intakeDatabase } from './manifest.ts';

/** How many forms of visitors wait in the queue of this folder: only the secret of the time when they came opens them. */
export function waitingForms(folder: string): number {
  const file = join(folder, intakeDatabase);
  if (!existsSync(file)) return 0;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const hasItems = database
      .prepare("select 1 from sqlite_schema where type = 'table' and name = 'items'")
      .get();
    if (!hasItems) return 0;
    return Number(database.prepare("select count(*) as n from items where state <> 'delivered'").get()?.n);
  } finally {
    database.close();
  }
}
