import { limits } from '#shared/limits.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { Db } from './types.ts';

/**
 * Reads one page of a list (shared/contract/README.md, "Answers"). Count and rows are read in one transaction, the
 * caller's or a new one, so that they agree. A page past the end is empty and states the true last page; an empty
 * list has one page.
 */
export async function readPage<Row>(
  db: Db,
  page: number,
  count: (tx: Db) => Promise<number>,
  rows: (tx: Db, limit: number, offset: number, total: number) => Promise<Row[]>,
  perPage: number = limits.pageSize,
): Promise<Page<Row>> {
  const read = async (tx: Db) => {
    const total = await count(tx);
    return {
      data: await rows(tx, perPage, (page - 1) * perPage, total),
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
    };
  };
  return db.isTransaction ? read(db) : db.transaction().setAccessMode('read only').execute(read);
}

/** The position of a page: limit and offset, in the order of the list or in reverse. */
interface Reach {
  limit: number;
  offset: number;
  /** True if the rows are read in reverse order. */
  backwards: boolean;
}

/**
 * Returns the position counted from the nearer end of the list. An index works in both directions, so no page is
 * further away than half of the list.
 */
export function nearerEnd(total: number, limit: number, offset: number): Reach {
  const length = Math.max(0, Math.min(limit, total - offset));
  if (length === 0) return { limit: 0, offset: 0, backwards: false };
  if (offset <= total / 2) return { limit: length, offset, backwards: false };
  return { limit: length, offset: total - offset - length, backwards: true };
}

/** Counts the rows of a query. PostgreSQL's counts are bigint and arrive as text. */
export async function countRows(query: {
  executeTakeFirstOrThrow(): Promise<{ total: string | number | bigint }>;
}): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).total);
}
