import type { SiteDb } from '../site-types.ts';

interface Decision {
  /** Names of groups, separated by commas; may be empty. */
  groups: string;
  decided_at: string;
}

export function readDecision(db: SiteDb): Promise<Decision | undefined> {
  return db.selectFrom('engine_fills').select(['groups', 'decided_at']).executeTakeFirst();
}

/** Stores the decision unless another process has decided first; returns the decision that is stored. */
export async function decideOnce(db: SiteDb, decision: Decision): Promise<Decision> {
  await db
    .insertInto('engine_fills')
    .values({ id: 1, ...decision })
    .onConflict((known) => known.column('id').doNothing())
    .execute();
  return (await readDecision(db)) ?? decision;
}

/** Deletes the decision, after an operator has decided by hand. */
export async function forgetDecision(db: SiteDb): Promise<void> {
  await db.deleteFrom('engine_fills').execute();
}
