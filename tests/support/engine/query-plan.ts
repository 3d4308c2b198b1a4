import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../server/database/types.ts';

/**
 * Expects SQLite to read this by an index: without a full table scan (a full index scan is fine, as in an ordered
 * list) and, unless `sorts` (of few rows, as for the counts of a filter), without sorting. A virtual table is its own
 * index.
 */
export async function expectIndexed(db: Db, query: CompiledQuery, { sorts = false } = {}): Promise<void> {
  const plan = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
  );
  expect(plan.rows, query.sql).not.toEqual([]);
  for (const { detail } of plan.rows) {
    expect(detail, query.sql).not.toMatch(
      /^SCAN (?!.*\b(USING (COVERING )?|VIRTUAL TABLE )INDEX\b|CONSTANT ROW|\()/,
    );
    if (!sorts) expect(detail, query.sql).not.toContain('TEMP B-TREE');
  }
}

/**
 * Returns the queries that `work` sends to the database when it runs: tests a repository without restating its SQL.
 */
export async function queriesOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const record: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(record));
  return queries;
}
