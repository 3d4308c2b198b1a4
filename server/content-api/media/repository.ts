import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Entity, isFile } from '#shared/entities/entity.ts';
import { type ContentEntity, contentNames, entities } from '#shared/entities/index.ts';
import { isoNow } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { forgetAuthors } from '../edits/repository.ts';

/** Puts files that have no row yet on the removal list (store.ts). */
export async function listForRemoval(db: Db, addresses: readonly string[]) {
  if (addresses.length === 0) return;
  const at = isoNow();
  await db
    .insertInto('doomed_files')
    .values(addresses.map((address) => ({ address, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes files off the removal list; returns how many were on it. */
export async function unlistForRemoval(db: Db, addresses: readonly string[]) {
  if (addresses.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('doomed_files')
    .where('address', 'in', addresses)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Returns which of these files are listed for removal. Without `addresses`, returns all listed files. */
export async function listedForRemoval(db: Db, addresses?: readonly string[]) {
  if (addresses?.length === 0) return [];
  const rows = await db
    .selectFrom('doomed_files')
    .select('address')
    .$if(addresses !== undefined, (query) => query.where('address', 'in', addresses ?? []))
    .execute();
  return rows.map((row) => row.address);
}

/**
 * Removes from the removal list the files that were put on it before this time, and returns their addresses. Entries
 * of a release that recorded no time first get the present time.
 */
export async function takeListedBefore(db: Db, time: string) {
  await db.updateTable('doomed_files').set({ at: isoNow() }).where('at', 'is', null).execute();
  const rows = await db.deleteFrom('doomed_files').where('at', '<', time).returning('address').execute();
  return rows.map((row) => row.address);
}

/** Data about the bytes of a picture. */
export interface Measured {
  /** SHA-256, in hexadecimal digits. */
  hash: string;
  /** Pixels, as shown; 0 when unknown. */
  width: number;
  height: number;
  bytes: number;
}

/** A picture without a row in the library yet (docs/product.md §23). */
export interface NewPicture extends Measured {
  file: string;
  name: string;
  type: string;
}

/**
 * Finds stored pictures with the same bytes, by their hashes. If several pictures match a hash, returns one of the
 * `wanted` addresses, or else the oldest.
 */
export async function storedAlike(db: Db, hashes: readonly string[], wanted: readonly string[] = []) {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('pictures')
    .select(['hash', 'file'])
    .where('hash', 'in', hashes)
    .orderBy('id', 'desc')
    .execute();
  const inOrder = [...rows, ...rows.filter(({ file }) => wanted.includes(file))];
  return new Map(inOrder.map(({ hash, file }) => [hash, file]));
}

/** Adds the rows of pictures; from then on triggers count their uses (migrations/schema.ts). */
export async function insertPictures(tx: Db, pictures: readonly NewPicture[], who: string | null) {
  if (pictures.length === 0) return;
  const now = isoNow();
  await tx
    .insertInto('pictures')
    .values(pictures.map((picture) => ({ ...picture, who, created_at: now, updated_at: now })))
    .execute();
}

/**
 * Returns which of these addresses are unused: no column names them, and their picture is not marked to stay unused
 * (`kept`). Deletes their rows in the library. Must run after the change and in the same transaction. Writers take
 * turns (docs/decisions/0039), so no other change can begin to use such a file meanwhile.
 */
export async function removeUnused(tx: Db, addresses: readonly string[]) {
  const unused = new Set(addresses);
  if (unused.size === 0) return [];
  const rows = await tx
    .selectFrom('pictures')
    .select(['id', 'file', 'uses', 'kept'])
    .where('file', 'in', [...unused])
    .execute();
  for (const { file } of rows.filter(isHeld)) unused.delete(file);
  const ids = rows.filter((row) => !isHeld(row)).map(({ id }) => id);
  if (ids.length > 0) {
    await tx.deleteFrom('pictures').where('id', 'in', ids).execute();
    await forgetAuthors(tx, 'pictures', ids);
  }
  return [...unused];
}

function isHeld({ uses, kept }: { uses: number; kept: number }) {
  return uses > 0 || kept === 1;
}

/** A column of the addresses of files, for a field of an entity. */
interface FileColumn {
  table: keyof Tables;
  column: string;
}

/** The column of the files of a field: of the entity's table, or of a table with a row for each picture. */
function columnsIn(noun: ContentEntity) {
  return Object.entries<Entity['fields'][string]>(noun.fields).flatMap(([name, field]) => {
    const { kind, parts, sentAs = name } = field;
    if (!isFile(field)) return [];
    const place = { table: noun.table as keyof Tables, column: name };
    if (parts) Object.assign(place, { table: parts.table, column: 'image' });
    return [{ ...place, noun, field: sentAs, kind }];
  });
}

const columns = contentNames.flatMap((name) => columnsIn(entities[name]));

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
