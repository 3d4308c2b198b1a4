import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What stands between the fields of one search text, so that no word is found across two of them. */
const between = '\n';

/**
 * The fields of a row as its search column keeps them: small letters without accents, in any script. SQLite folds only
 * ASCII by itself.
 */
export function searchTextOf(...fields: (string | null)[]): string {
  return fields.map((field) => fold(field ?? '')).join(between);
}

/** Rows whose search column has every word of `search`, anywhere and in any order; `%` and `_` are ordinary characters. */
export function matchesSearch(column: string, search: string): RawBuilder<SqlBool> {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const each = words.map((word) => sql`${sql.ref(column)} like ${`%${escapeLike(word)}%`} escape '\\'`);
  return sql<SqlBool>`(${each.length > 0 ? sql.join(each, sql` and `) : sql`1 = 1`})`;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '');
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}
