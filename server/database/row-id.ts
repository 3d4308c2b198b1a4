/**
 * The id of a row in one of our tables: a positive integer that is never given twice. Addresses and bodies contain an
 * `Id` (shared/id.ts), which may be a text. Queries never get an `Id`, so no text is compared with a number, which
 * SQLite would convert and PostgreSQL refuse.
 */
export type RowId = number;
