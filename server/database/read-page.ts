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
  rows: (tx: Db, limit: number, offset: number) => Promise<Row[]>,
  perPage: number = limits.pageSize,
): Promise<Page<Row>> {
  const read = async (tx: Db) => {
    const total = await count(tx);
    return {
      data: await rows(tx, perPage, (page - 1) * perPage),
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
    };
  };
  return db.isTransaction ? read(db) : db.transaction().setAccessMode('read only').execute(read);
}

/** Counts the rows of a query. PostgreSQL's counts are bigint and arrive as text. */
export async function countRows(query: {
  executeTakeFirstOrThrow(): Promise<{ total: string | number | bigint }>;
}): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).total);
}
