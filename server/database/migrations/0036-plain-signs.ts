import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Folded texts of earlier releases have the apostrophes and hyphens as they were typed (case-folding.ts). */
const signs = { "'": '\u2018\u2019\u02b9\u02bb\u02bc\u2032', '-': '\u2010\u2012\u2013\u2014\u2015\u2212' };
const columns = [
  ['applicants', 'search_text'],
  ['applicants', 'sort_name'],
  ['jobs', 'search_text'],
  ['search_texts', 'search_text'],
] as const;

/** Folds them again. Few rows have such a sign, and only those are written. */
export const plainSigns: Migration = {
  async up(db) {
    for (const [table, column] of columns) {
      const text = sql.ref(column);
      for (const [plain, odd] of Object.entries(signs))
        for (const sign of odd)
          await sql`update ${sql.table(table)} set ${text} = replace(${text}, ${sql.lit(sign)}, ${sql.lit(plain)})
            where ${text} like ${sql.lit(`%${sign}%`)}`.execute(db);
    }
  },
};
