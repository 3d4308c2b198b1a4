import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, RowId } from '../../database/types.ts';
import { type Chore, inBatches } from '../chore.ts';
import { type FileStorage, typeOfAddress } from '../media/storage.ts';
import {
  insertPictures,
  type MediaStore,
  measureBytes,
  type NewPicture,
  pictureColumns,
  usedAddresses,
} from '../media/store.ts';

/** Number of rows that one query reads. */
const batch = 100;

/**
 * Adds the rows that the library lacks: for pictures from before the library, and for pictures that
 * a process of an earlier release stores. Also deletes pictures that nothing uses, with their files, unless they are
 * set to stay: a process of an earlier release does not delete them.
 */
export function picturesChore(db: Db, storage: FileStorage, media: MediaStore): Chore {
  return {
    name: 'pictures: what is not in the library',
    async run() {
      let added = 0;
      for (const { table, column } of pictureColumns) {
        for (let after = 0; ; ) {
          const found = await withoutRow(db, table, column, after);
          for (const { file } of found) added += await add(file);
          const last = found.at(-1);
          if (!last) break;
          after = last.id;
          await setImmediate();
        }
      }
      return { added, ...(await removeLeft(db, media)) };
    },
  };

  /** Returns the number of added rows. A missing file gets no row; the doctor reports missing files. */
  async function add(file: string) {
    const body = await storage.open(file);
    if (!body) return 0;
    const measured = await measureBytes(await buffer(body));
    const name = file.slice(file.lastIndexOf('/') + 1);
    return db
      .transaction()
      .execute((tx) => addRow(tx, { ...measured, file, name, type: typeOfAddress(file) }));
  }
}

/** Returns the picture addresses in a column that have no row in the library, from rows with an id above `after`. */
async function withoutRow(db: Db, table: string, column: string, after: RowId) {
  const address = sql.ref(`${table}.${column}`);
  const { rows } = await sql<{ id: RowId; file: string }>`
    select id, ${address} as file from ${sql.table(table)}
    where id > ${after} and ${address} <> ''
      and not exists (select 1 from pictures where pictures.file = ${address})
    order by id limit ${batch}`.execute(db);
  return rows;
}

/**
 * Adds a row of the library and returns 1. Returns 0 when the row was added meanwhile, or when no column names the
 * file any more.
 */
async function addRow(tx: Db, picture: NewPicture) {
  const known = await tx
    .selectFrom('pictures')
    .select('id')
    .where('file', '=', picture.file)
    .executeTakeFirst();
  if (known) return 0;
  const places = pictureColumns.map(
    ({ table, column }) => sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${picture.file}`,
  );
  const { rows } = await sql`${sql.join(places, sql` union all `)} limit 1`.execute(tx);
  if (rows.length > 0) await insertPictures(tx, [picture], null);
  return rows.length;
}

function removeLeft(db: Db, media: MediaStore) {
  return inBatches(batch, async () => {
    const left = await db
      .selectFrom('pictures')
      .select('file')
      .where('file', 'not in', usedAddresses)
      .where('kept', '=', 0)
      .limit(batch)
      .execute();
    // `drop` checks again in its transaction: a picture that came into use meanwhile stays.
    await media.change([], async ({ drop }) => drop(...left.map(({ file }) => file)));
    return { removed: left.length };
  });
}
