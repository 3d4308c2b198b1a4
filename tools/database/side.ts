import type { CopiedTable } from './tables.ts';

/** A value that both databases can return and store. */
export type Value = string | number | Uint8Array | null;

/** Values of one row, in the order of the requested columns. */
export type Row = readonly Value[];

/** Access to one of the two databases of a move, within a transaction of that database. */
export interface Side {
  /** Returns the column names of a table in alphabetical order; an empty list if the database has no such table. */
  columnsOf(table: CopiedTable): Promise<string[]>;
  countOf(table: CopiedTable): Promise<number>;
  /** Yields all rows in no particular order, in batches of limited size (`batchBytes`, `batchRows`). */
  batches(table: CopiedTable, columns: readonly string[]): AsyncIterable<Row[]>;
  /**
   * Returns the highest id that the database ever assigned in a table, even to a deleted row; undefined for tables
   * whose rows are not numbered by the database.
   */
  lastId(table: CopiedTable): Promise<number | undefined>;
}

/** The database that receives the rows. */
export interface Target extends Side {
  /** Returns a value as it will be when it is read back from this database. */
  kept(value: Value): Value;
  /** `prepare` is called once before the first row, `finish` once after the last. */
  prepare(): Promise<void>;
  finish(): Promise<void>;
  insert(table: CopiedTable, columns: readonly string[], rows: readonly Row[]): Promise<void>;
  setLastId(table: CopiedTable, id: number): Promise<void>;
}

/** Maximum number of bytes and of rows that a batch has in memory. A single row may be larger. */
export const batchBytes = 2 ** 20;
export const batchRows = 500;

/** Returns the approximate size of a row in bytes. */
export function sizeOf(row: Row): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === 'object' || typeof value === 'string' ? (value?.length ?? 0) : 8),
    0,
  );
}
