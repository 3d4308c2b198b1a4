import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { IdRange, SearchedTable } from './search.ts';
import type { Db } from './types.ts';

/** Number of ids in the first range. */
const firstWidth = 1_000;
const leastWidth = 500;
/**
 * The wanted time for one range, in milliseconds. After a range that took longer, the next one is half as wide; after
 * a range that took less than a quarter of this time, twice as wide.
 */
const wantedMs = 4;
/** Pauses for other calls when the ranges since the last pause took this long together, in milliseconds. */
const turnMs = 6;

/**
 * Yields the ids of a table in ranges, in order. Each range takes a few milliseconds, however much of the table
 * matches or was erased, and other calls are answered between ranges. Not for use in a transaction, since the other
 * calls would wait for its end.
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
