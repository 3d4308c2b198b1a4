import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { IdRange, SearchedTable } from './search.ts';
import type { Db } from './types.ts';

/** Ids of the first range. */
const firstWidth = 1_000;
const leastWidth = 500;
/** A range that took longer is halved, one that took a quarter of it is doubled; milliseconds. */
const wantedMs = 4;
/** Others get their turn when ranges have taken so long together, in milliseconds. */
const turnMs = 6;

/**
 * The ids of a table in ranges, in order: what a reader does with each takes a few milliseconds, however much of the table
 * matches or was erased, and other calls are answered in between. Not in a transaction: that would keep them waiting.
 */
export async function* idRanges(db: Db, table: SearchedTable): AsyncGenerator<IdRange> {
  const name = sql.table(table);
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(id) from ${name}) as first, (select max(id) from ${name}) as last`.execute(db);
  const { first, last } = rows[0] ?? {};
  if (first == null || last == null) return;
  let width = firstWidth;
  let turn = performance.now();
  for (let from = first; from <= last; ) {
    const started = performance.now();
    const to = Math.min(last, from + width - 1);
    yield { from, to };
    from = to + 1;
    const now = performance.now();
    if (now - started > wantedMs) width = Math.max(leastWidth, Math.floor(width / 2));
    else if (now - started < wantedMs / 4) width *= 2;
    if (now - turn < turnMs) continue;
    await setImmediate();
    turn = performance.now();
  }
}
