import { type Compilable, CompiledQuery, type KyselyPlugin } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../server/database/types.ts';

export interface PlanOptions {
  /**
   * True if the query deliberately sorts without an index, because it sorts few rows, e.g. for the counts of a
   * filter.
   */
  sorts?: boolean;
}

/**
 * Expects SQLite to read this by an index: without a full table scan (a full index scan is fine, as in an ordered
 * list) and, unless `sorts`, without sorting. A virtual table is its own index.
 */
export async function expectIndexed(
  db: Db,
  query: Compilable | CompiledQuery | string,
  { sorts = false }: PlanOptions = {},
): Promise<void> {
  const compiled = compile(query);
  const plan = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${compiled.sql}`, [...compiled.parameters]),
  );
  const steps = plan.rows.map((row) => row.detail);
  expect(steps, compiled.sql).not.toEqual([]);
  for (const step of steps) {
    expect(step, compiled.sql).not.toMatch(
      /^SCAN (?!.*\b(USING (COVERING )?|VIRTUAL TABLE )INDEX\b|CONSTANT ROW|\()/,
    );
    if (!sorts) expect(step, compiled.sql).not.toContain('TEMP B-TREE');
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

function compile(query: Compilable | CompiledQuery | string): CompiledQuery {
  if (typeof query === 'string') return CompiledQuery.raw(query);
  return 'compile' in query ? query.compile() : query;
}
