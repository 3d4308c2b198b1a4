import type { SiteDb } from '../site-types.ts';

/** Returns the record as text; undefined when no backup was ever attempted. */
export async function readLastBackup(db: SiteDb): Promise<string | undefined> {
  return (await db.selectFrom('last_backup').select('record').executeTakeFirst())?.record;
}
