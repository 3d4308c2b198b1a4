import { isoNow } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';

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
