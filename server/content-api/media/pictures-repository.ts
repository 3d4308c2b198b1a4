import { isoNow } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';
import { forgetAuthors } from '../edits/repository.ts';

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

/** Adds the rows of pictures; from then on triggers count their uses (migrations/triggers.ts). */
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
