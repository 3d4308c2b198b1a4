import type { CopiedTable } from './tables.ts';

/** A value as either database gives it and takes it. */
export type Value = string | number | Uint8Array | null;

/** The values of one row, in the order of the columns that were asked for. */
export type Row = readonly Value[];

/** One of the two databases of a move, within a transaction of its own. */
export interface Side {
  /** Names in the order of the alphabet; none when there is no such table. */
  columnsOf(table: CopiedTable): Promise<string[]>;
  countOf(table: CopiedTable): Promise<number>;
  /** All rows in no order, a few megabytes at a time. */
  batches(table: CopiedTable, columns: readonly string[]): AsyncIterable<Row[]>;
  /** The highest id that was ever given; undefined for tables whose rows are not numbered by the database. */
  lastId(table: CopiedTable): Promise<number | undefined>;
}

/** The one that is written to. */
export interface Target extends Side {
  /** A value as it can be kept there. */
  kept(value: Value): Value;
  /** Said once before the first row and once after the last. */
  prepare(): Promise<void>;
  finish(): Promise<void>;
  insert(table: CopiedTable, columns: readonly string[], rows: readonly Row[]): Promise<void>;
  setLastId(table: CopiedTable, id: number): Promise<void>;
}

/** So many bytes of rows are in memory at a time, and so many rows at most; one row may be larger. */
export const batchBytes = 2 ** 20;
export const batchRows = 500;

/** About how many bytes a row takes. */
export function sizeOf(row: Row): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === 'object' || typeof value === 'string' ? (value?.length ?? 0) : 8),
    0,
  );
}
