/**
 * The id of a row in a table of ours: a positive whole number that is never given twice. What addresses and bodies call a thing is an `Id`
 * (shared/id.ts), which may be a text: nothing of that type gets to a query, so no text is ever compared with a number, which SQLite
 * would convert and PostgreSQL refuse.
 */
export type RowId = number;
