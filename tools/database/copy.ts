import { StartError } from '../../server/errors.ts';
import { RowsHash } from './row-hash.ts';
import type { Side, Target } from './side.ts';
import { type CopiedTable, copiedTables } from './tables.ts';

/** Thrown when a site cannot be moved; the message says why, for the operator. Neither database has then changed. */
export class MoveProblem extends StartError {
  override name = 'MoveProblem';
}

/** Result for a table whose rows were copied and read back. */
export interface Copied {
  table: string;
  rows: number;
  /** Hash of the rows. Equal in both databases. */
  hash: string;
}

/** Called with the progress for a table: the rows that are done, and the number of all rows. */
export type Progress = (table: string, what: 'copied' | 'compared', done: number, of: number) => void;

/**
 * Copies every table from one database to the other. Then reads both sides again, and compares a hash of all rows for
 * each table. Rejects with `MoveProblem` if a table differs in its columns or rows; the caller then rolls back.
 */
export async function copySite(source: Side, target: Target, progress: Progress): Promise<Copied[]> {
  const plans = await planTables(source, target);
  const written = new Map<string, RowsHash>();
  await target.prepare();
  for (const { table, columns, rows } of plans) {
    const hash = new RowsHash();
    for await (const batch of source.batches(table, columns)) {
      const kept = batch.map((row) => row.map((value) => target.kept(value)));
      for (const row of kept) hash.add(row);
      await target.insert(table, columns, kept);
      progress(table.name, 'copied', hash.count, rows);
    }
    written.set(table.name, hash);
  }
  await target.finish();
  const copied: Copied[] = [];
  for (const { table, columns, rows } of plans) {
    const [was, is] = [written.get(table.name), new RowsHash()];
    for await (const batch of target.batches(table, columns)) {
      for (const row of batch) is.add(row);
      progress(table.name, 'compared', is.count, rows);
    }
    if (!was || was.count !== rows || is.count !== rows || was.text !== is.text) {
      throw new MoveProblem(
        `${table.name} differs between the databases: ${rows} rows in the source, ${is.count} in the target` +
          `${is.count === rows ? ', with other content' : ''}. Nothing was moved.`,
      );
    }
    const id = await source.lastId(table);
    if (id !== undefined) await target.setLastId(table, id);
    copied.push({ table: table.name, rows, hash: is.text });
  }
  return copied;
}

interface Plan {
  table: CopiedTable;
  columns: string[];
  rows: number;
}

async function planTables(source: Side, target: Target): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const table of copiedTables) {
    const [columns, there] = [await source.columnsOf(table), await target.columnsOf(table)];
    // The table may be missing on the source side: a site with an API host has no content tables, and a site that
    // never queued a form has no table for queued forms.
    if (columns.length === 0) continue;
    if (columns.join() !== there.join())
      throw new MoveProblem(
        `${table.name} has different columns in the two databases: (${columns.join(', ')}) and (${there.join(', ')}).`,
      );
    plans.push({ table, columns, rows: await source.countOf(table) });
  }
  return plans;
}

/** Returns the names of the tables that have rows. */
export async function filledTables(side: Side): Promise<string[]> {
  const filled: string[] = [];
  for (const table of copiedTables) {
    if ((await side.columnsOf(table)).length > 0 && (await side.countOf(table)) > 0) filled.push(table.name);
  }
  return filled;
}
