/**
 * The id of a row in one of our tables: a positive integer that is never given twice. URLs and bodies contain an `Id`
 * (shared/id.ts) instead, which may be a text. Queries never get an `Id`: SQLite would convert a text that is
 * compared with a number, and PostgreSQL would refuse it.
 */
export type RowId = number;
