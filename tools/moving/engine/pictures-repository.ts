import type { Db } from '../../../server/database/types.ts';
import type { MediaReference } from '../../archive/records.ts';

type Details = Pick<MediaReference, 'name' | 'alt' | 'focus_x' | 'focus_y'>;

/**
 * Returns the alternative texts and focal points of these pictures. Pictures that the library does not have are left
 * out.
 */
export async function detailsOf(db: Db, addresses: readonly string[]): Promise<Map<string, Details>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('pictures')
    .select(['file', 'name', 'alt', 'focus_x', 'focus_y'])
    .where('file', 'in', [...new Set(addresses)])
    .execute();
  return new Map(
    rows.map(({ file, name, alt, focus_x, focus_y }) => [
      file,
      {
        name,
        ...(alt !== '' && { alt }),
        ...((focus_x !== 50 || focus_y !== 50) && { focus_x, focus_y }),
      },
    ]),
  );
}

/** Returns the SHA-256 of these pictures. Pictures that the library does not have are left out. */
export async function hashesOf(db: Db, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('pictures')
    .select(['file', 'hash'])
    .where('file', 'in', [...new Set(addresses)])
    .execute();
  return new Map(rows.map(({ file, hash }) => [file, hash]));
}

/** Sets the alternative text and focal point of a stored picture if they are empty. */
export async function fillDetails(tx: Db, address: string, reference: MediaReference): Promise<void> {
  if (reference.alt)
    await tx
      .updateTable('pictures')
      .set({ alt: reference.alt })
      .where('file', '=', address)
      .where('alt', '=', '')
      .execute();
  const { focus_x, focus_y } = reference;
  if (focus_x !== undefined && focus_y !== undefined)
    await tx
      .updateTable('pictures')
      .set({ focus_x, focus_y })
      .where('file', '=', address)
      .where('focus_x', '=', 50)
      .where('focus_y', '=', 50)
      .execute();
}

/**
 * Records that these pictures are used in texts. Pictures in texts are named by no column, and would otherwise count
 * as unused.
 */
export async function keepPictures(tx: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx
    .updateTable('pictures')
    .set({ kept: 1 })
    .where('file', 'in', [...addresses])
    .where('kept', '=', 0)
    .execute();
}
