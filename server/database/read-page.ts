import type { SelectQueryBuilder } from 'kysely';
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
  return reading(db, read);
}

/** Reads in one transaction, the caller's or a new one. */
export function reading<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().setAccessMode('read only').execute(work);
}

/** As `readPage`, of the rows that a query selects. */
export function pageOf<Schema, Table extends keyof Schema, Row>(
  db: Db,
  page: number,
  select: (tx: Db) => SelectQueryBuilder<Schema, Table, Row>,
  perPage?: number,
) {
  return readPage(
    db,
    page,
    (tx) => countRows(select(tx)),
    (tx, limit, offset) => select(tx).limit(limit).offset(offset).execute(),
    perPage,
  );
}

/** Counts the rows of a query. PostgreSQL's counts are bigint and arrive as text. */
export async function countRows<Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
): Promise<number> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('total'));
  return Number(((await counted.executeTakeFirstOrThrow()) as { total: unknown }).total);
}
