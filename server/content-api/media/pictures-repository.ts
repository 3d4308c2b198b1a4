import { isoNow } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';
import { forgetEdits } from '../edits/repository.ts';

/** What is known of the bytes of a picture. */
export interface Measured {
  /** SHA-256, in hexadecimal digits. */
  hash: string;
  /** Pixels, as it is shown; 0 when nobody can tell. */
  width: number;
  height: number;
  bytes: number;
}

/** A picture that gets its row (docs/product.md §23). */
export interface NewPicture extends Measured {
  file: string;
  name: string;
  type: string;
}

/** The stored pictures of these bytes, by their hash: of several one that is wanted, or that has been there longest. */
export async function storedAlike(
  db: Db,
  hashes: readonly string[],
  wanted: readonly string[] = [],
): Promise<Map<string, string>> {
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

/** Gives pictures their rows; triggers count what uses them from then on (migration 0029). */
export async function insertPictures(
  tx: Db,
  pictures: readonly NewPicture[],
  who: string | null,
): Promise<void> {
  if (pictures.length === 0) return;
  const now = isoNow();
  await tx
    .insertInto('pictures')
    .values(pictures.map((picture) => ({ ...picture, who, created_at: now, updated_at: now })))
    .execute();
}

/**
 * Which of these addresses nothing names any more: not another column, and no picture that is kept. Their rows in the library go. In the
 * transaction of the change, after it: writers take turns (docs/decisions/0039), so nobody can begin to use one of them meanwhile.
 */
export async function takeUnused(tx: Db, addresses: readonly string[]): Promise<string[]> {
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
    await forgetEdits(tx, 'pictures', ids);
  }
  return [...unused];
}

function isHeld({ uses, kept }: { uses: number; kept: number }): boolean {
  return uses > 0 || kept === 1;
}
