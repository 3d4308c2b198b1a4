import { setImmediate } from 'node:timers/promises';
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

/** Rows read at once: a millisecond or two. */
const batch = 500;

/**
 * The addresses that rows name, deleted rows that can be restored included, and those that a change under way has yet
 * to claim or to remove (store.ts). Some at a time, with other calls in between. A file gets its row in the transaction
 * that takes it off the list of those to be removed, so that list is read first.
 */
export async function referencedAddresses(db: Db): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { table, column } of [{ table: 'doomed_files', column: 'address' }, ...fileColumns]) {
    const address = sql.ref(column);
    for (let after = 0; ; ) {
      const { rows } = await sql<{ at: number; address: string | null }>`
        select rowid as at, ${address} as address from ${sql.table(table)}
        where rowid > ${after} order by rowid limit ${batch}`.execute(db);
      for (const row of rows) if (row.address !== null) named.add(row.address);
      const last = rows.at(-1);
      if (!last) break;
      after = last.at;
      await setImmediate();
    }
  }
  return named;
}
