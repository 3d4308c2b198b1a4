import type { Db } from '../database/types.ts';

/** Lists files that no row names, to be removed (store.ts). */
export async function doomFiles(db: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await db
    .insertInto('doomed_files')
    .values(addresses.map((address) => ({ address })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes files off the list: a row names them now. */
export async function claimFiles(db: Db, addresses: readonly string[]): Promise<void> {
  await forgetFiles(db, addresses);
}

export async function forgetFiles(db: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await db.deleteFrom('doomed_files').where('address', 'in', addresses).execute();
}

/** Which of these files, or of all, are listed. */
export async function doomedAmong(db: Db, addresses?: readonly string[]): Promise<string[]> {
  if (addresses?.length === 0) return [];
  const rows = await db
    .selectFrom('doomed_files')
    .select('address')
    .$if(addresses !== undefined, (query) => query.where('address', 'in', addresses ?? []))
    .execute();
  return rows.map((row) => row.address);
}
