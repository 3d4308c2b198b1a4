import { sql } from 'kysely';
import type { Db, Tables } from '../database/types.ts';

/**
 * Every column that holds the address of a stored file. What none of them names is removed (orphaned-files.ts), so a new
 * file column belongs here from its first day on; a test looks for one that was forgotten.
 */
export const fileColumns: readonly { table: keyof Tables; column: string }[] = [
  { table: 'categories', column: 'image' },
  { table: 'tech_images', column: 'image' },
  { table: 'projects', column: 'video' },
  { table: 'project_images', column: 'image' },
  { table: 'blogs', column: 'blog_image' },
  { table: 'team_members', column: 'image' },
  { table: 'applicant_submissions', column: 'cv_file' },
];

/**
 * The addresses that rows name, deleted rows that can be restored included, and those that a change under way has yet
 * to claim or to remove (store.ts).
 */
export async function referencedAddresses(db: Db): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { table, column } of [...fileColumns, { table: 'doomed_files', column: 'address' }]) {
    const address = sql.ref(column);
    const { rows } = await sql<{ address: string }>`
      select ${address} as address from ${sql.table(table)} where ${address} is not null`.execute(db);
    for (const row of rows) named.add(row.address);
  }
  return named;
}
