import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

/**
 * Every column that holds the address of a stored file. Files that no such column names are removed
 * (orphaned-files.ts), so a new file column must be added here together with its migration; a test finds a forgotten
 * column.
 */
export const fileColumns: readonly { table: keyof Tables; column: string }[] = [
  { table: 'categories', column: 'image' },
  { table: 'tech_images', column: 'image' },
  { table: 'projects', column: 'video' },
  { table: 'projects', column: 'captions' },
  { table: 'projects', column: 'share_image' },
  { table: 'project_images', column: 'image' },
  { table: 'blogs', column: 'blog_image' },
  { table: 'blogs', column: 'share_image' },
  { table: 'team_members', column: 'image' },
  { table: 'applicant_submissions', column: 'cv_file' },
  { table: 'pictures', column: 'file' },
];

/**
 * The file columns for pictures from forms. Each of these pictures has a row in the library (docs/product.md §23).
 */
export const pictureColumns = [
  { table: 'categories', column: 'image' },
  { table: 'tech_images', column: 'image' },
  { table: 'projects', column: 'share_image' },
  { table: 'project_images', column: 'image' },
  { table: 'blogs', column: 'blog_image' },
  { table: 'blogs', column: 'share_image' },
  { table: 'team_members', column: 'image' },
] as const satisfies typeof fileColumns;

/** Number of rows that one query reads, which takes a millisecond or two. */
const batch = 500;

/**
 * Returns the addresses of all files that must stay. These are the files that a table row names (also a deleted one
 * that can be restored), and the files on the removal list, because running changes may still use them (store.ts).
 * Reads the rows in batches, so that other calls run in between. Reads the removal list before the rows: a file
 * leaves the list in the transaction that gives it a row, so one of the two reads finds the file.
 */
export async function referencedAddresses(db: Db): Promise<Set<string>> {
  const doomed = await db.selectFrom('doomed_files').select('address').execute();
  const named = new Set(doomed.map(({ address }) => address));
  for (const { table, column } of fileColumns) {
    const address = sql.ref(column);
    for (let after = 0; ; ) {
      const { rows } = await sql<{ id: RowId; address: string | null }>`
        select id, ${address} as address from ${sql.table(table)}
        where id > ${after} order by id limit ${batch}`.execute(db);
      for (const row of rows) if (row.address !== null) named.add(row.address);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      await setImmediate();
    }
  }
  return named;
}
