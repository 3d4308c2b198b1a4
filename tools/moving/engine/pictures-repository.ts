import type { Db } from '../../../server/database/types.ts';
import type { MediaReference } from '../../archive/records.ts';

type Details = Pick<MediaReference, 'name' | 'alt' | 'focus_x' | 'focus_y'>;

/** Returns the texts and focal points of these pictures, as far as the library has the pictures. */
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

/** Returns the SHA-256 of these pictures, as far as the library has them. */
export async function hashesOf(db: Db, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('pictures')
    .select(['file', 'hash'])
    .where('file', 'in', [...new Set(addresses)])
    .execute();
  return new Map(rows.map(({ file, hash }) => [file, hash]));
}

/** Sets details of a picture that are empty here. */
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

/** Marks pictures that texts name as in use, since no column refers to them. */
export async function keepPictures(tx: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx
    .updateTable('pictures')
    .set({ kept: 1 })
    .where('file', 'in', [...addresses])
    .where('kept', '=', 0)
    .execute();
}
