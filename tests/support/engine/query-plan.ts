import { type Compilable, CompiledQuery, type KyselyPlugin } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../server/database/types.ts';

export interface PlanOptions {
  /** The order is that of no index, on purpose: few rows are sorted, as for the counts of a filter. */
  sorts?: boolean;
}

/**
 * SQLite reads this by an index: it goes through no table from end to end (through an index it may: an ordered list does)
 * and, unless `sorts`, makes no order of its own. A virtual table is its own index.
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

/** The queries that `work` asks of the database, as they are run: what a repository does, without restating its SQL. */
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
