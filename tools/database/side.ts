import type { CopiedTable } from './tables.ts';

/** Value that both databases return and accept. */
export type Value = string | number | Uint8Array | null;

/** Values of one row, in the order of the requested columns. */
export type Row = readonly Value[];

/** One of the two databases of a move, in its own transaction. */
export interface Side {
  /** Returns the column names in alphabetical order; empty if there is no such table. */
  columnsOf(table: CopiedTable): Promise<string[]>;
  countOf(table: CopiedTable): Promise<number>;
  /** Yields all rows in no particular order, a few megabytes at a time. */
  batches(table: CopiedTable, columns: readonly string[]): AsyncIterable<Row[]>;
  /**
   * Returns the highest id that was ever assigned; undefined for tables whose rows are not numbered by the database.
   */
  lastId(table: CopiedTable): Promise<number | undefined>;
}

/** Database that is written. */
export interface Target extends Side {
  /** Returns a value as the database stores it. */
  kept(value: Value): Value;
  /** `prepare` is called once before the first row, `finish` once after the last. */
  prepare(): Promise<void>;
  finish(): Promise<void>;
  insert(table: CopiedTable, columns: readonly string[], rows: readonly Row[]): Promise<void>;
  setLastId(table: CopiedTable, id: number): Promise<void>;
}

/** Most bytes of rows in memory at a time, and most rows; a single row may be larger. */
export const batchBytes = 2 ** 20;
export const batchRows = 500;

/** Returns the approximate size of a row in bytes. */
export function sizeOf(row: Row): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === 'object' || typeof value === 'string' ? (value?.length ?? 0) : 8),
    0,
  );
}
