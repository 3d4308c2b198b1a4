import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { category } from '#shared/entities/category.ts';
import { type Entity, isFile } from '#shared/entities/entity.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

/** A column of the addresses of files, for a field of an entity. */
export interface FileColumn {
  table: keyof Tables;
  column: string;
}

/** An entity with pictures. */
export type Pictured = Entity & { table: 'blogs' | 'projects' | 'categories' | 'team_members' };

/** The column of the files of a field: of the entity's table, or of a table with a row for each picture. */
function columnsIn(noun: Pictured) {
  return Object.entries<Entity['fields'][string]>(noun.fields).flatMap(([name, field]) => {
    const { kind, parts, sentAs = name } = field;
    if (!isFile(field)) return [];
    const place = { table: noun.table as keyof Tables, column: name };
    if (parts) Object.assign(place, { table: parts.table, column: 'image' });
    return [{ ...place, noun, field: sentAs, kind }];
  });
}

const columns = [post, project, category, teamMember].flatMap(columnsIn);

/**
 * The file columns for pictures from forms, each with its entity and the field of its form. Each of these pictures has
 * a row in the library (docs/product.md §23).
 */
export const pictureColumns = columns.filter(({ kind }) => kind === 'picture' || kind === 'pictures');

/**
 * Every column that holds the address of a stored file. Files that no such column names are removed
 * (orphaned-files.ts); a test finds a forgotten column.
 */
export const fileColumns: readonly FileColumn[] = [
  ...columns,
  { table: 'applicant_submissions', column: 'cv_file' },
  { table: 'pictures', column: 'file' },
];

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
