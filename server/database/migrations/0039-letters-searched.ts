import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { fold } from '../case-folding.ts';

/** How many letters one query reads. */
const batch = 500;

/** Applicants are also searched by their letters: those that there are join the search texts. */
export const lettersSearched: Migration = {
  async up(db: Kysely<unknown>) {
    for (let last = 0; ; ) {
      const { rows } = await sql<{ id: number; applicant_id: number; cover_letter: string }>`
        select id, applicant_id, cover_letter from applicant_submissions
        where id > ${last} and cover_letter is not null order by id limit ${sql.lit(batch)}`.execute(db);
      for (const { applicant_id, cover_letter } of rows)
        await sql`update applicants set search_text = search_text || ${`\n${fold(cover_letter)}`}
          where id = ${applicant_id}`.execute(db);
      const end = rows.at(-1);
      if (!end) return;
      last = Number(end.id);
    }
  },
};
