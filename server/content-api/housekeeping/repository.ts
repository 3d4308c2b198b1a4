import type { HousekeepingTable } from '../../database/bookkeeping-types.ts';
import type { Db } from '../../database/types.ts';

/** Reads the recorded times, in milliseconds since 1970. */
export async function readMoments(db: Db): Promise<Partial<Record<HousekeepingTable['name'], number>>> {
  const rows = await db.selectFrom('housekeeping').selectAll().execute();
  return Object.fromEntries(rows.map(({ name, at }) => [name, Date.parse(at)]));
}

/** Stores a time under this name. */
export async function writeMoment(db: Db, name: HousekeepingTable['name'], at: Date): Promise<void> {
  await db
    .insertInto('housekeeping')
    .values({ name, at: at.toISOString() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at: at.toISOString() }))
    .execute();
}

export async function forgetDoubt(db: Db): Promise<void> {
  await db.deleteFrom('housekeeping').where('name', '=', 'doubted').execute();
}
