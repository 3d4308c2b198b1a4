import type { Selectable } from 'kysely';
import { isoAfter } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

export type PictureRow = Selectable<Tables['pictures']>;

export function findPicture(db: Db, id: RowId) {
  return db.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the picture whose file has this address. Throws when there is none. */
export function pictureAt(db: Db, file: string) {
  return db.selectFrom('pictures').selectAll().where('file', '=', file).executeTakeFirstOrThrow();
}

type Changes = Partial<
  Pick<PictureRow, 'name' | 'alt' | 'focus_x' | 'focus_y' | 'kept' | 'file' | 'hash'> &
    Pick<PictureRow, 'width' | 'height' | 'bytes' | 'type' | 'uses'>
>;

/** Changes a picture; `who` is the author of the new version. */
export function updatePicture(
  tx: Db,
  before: Pick<PictureRow, 'id' | 'updated_at'>,
  changes: Changes,
  who: string,
) {
  return tx
    .updateTable('pictures')
    .set({ ...changes, who, updated_at: isoAfter(before.updated_at) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Marks a picture to be deleted as soon as nothing uses it. A picture that is unused already is deleted by the next
 * `drop` of its file.
 */
export async function releasePicture(tx: Db, id: RowId) {
  await tx.updateTable('pictures').set({ kept: 0 }).where('id', '=', id).execute();
}

/** Deletes the row of a picture whose file belongs to another row from now on. */
export async function forgetPicture(tx: Db, id: RowId) {
  await tx.deleteFrom('pictures').where('id', '=', id).execute();
}
