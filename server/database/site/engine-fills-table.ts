import type { Kysely } from 'kysely';
import type { SiteDb } from '../site-types.ts';

/** The decision of ENGINE_FILLS=auto (hosts/fill): one row, for all processes. */
export async function makeEngineFillsTable(db: Pick<Kysely<unknown>, 'schema'>): Promise<void> {
  await db.schema
    .createTable('engine_fills')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('groups', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'text', (column) => column.notNull())
    .execute();
}

interface Decision {
  /** Names, with commas between them; may be empty. */
  groups: string;
  decided_at: string;
}

export function readDecision(db: SiteDb): Promise<Decision | undefined> {
  return db.selectFrom('engine_fills').select(['groups', 'decided_at']).executeTakeFirst();
}

/** Writes it down unless another process has decided meanwhile; gives the one that stands. */
export async function decideOnce(db: SiteDb, decision: Decision): Promise<Decision> {
  await db
    .insertInto('engine_fills')
    .values({ id: 1, ...decision })
    .onConflict((known) => known.column('id').doNothing())
    .execute();
  return (await readDecision(db)) ?? decision;
}

/** Somebody has decided by hand. */
export async function forgetDecision(db: SiteDb): Promise<void> {
  await db.deleteFrom('engine_fills').execute();
}
