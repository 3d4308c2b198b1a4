import { type Kysely, sql } from 'kysely';
import { contentNames, entities } from '#shared/entities/index.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Db } from '../database/types.ts';

/** True if the database has no content that visitors could see, sample content included. */
export async function isEmptyEngine(db: Db) {
  // kysely cannot type a query on "one of these tables".
  const any = db as unknown as Kysely<Record<string, { id: unknown; deleted_at: string | null }>>;
  for (const name of contentNames) {
    const query = any.selectFrom(entities[name].table).select('id').where('deleted_at', 'is', null).limit(1);
    if (await query.executeTakeFirst()) return false;
  }
  return true;
}

/** Returns the last decision about the sample content; undefined when there is none yet. */
export async function sampleState(db: Db) {
  const last = await db
    .selectFrom('sample_states')
    .select('state')
    .orderBy(dialectOf(db) === 'sqlite' ? sql`rowid` : sql.ref('at'), 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.state;
}
