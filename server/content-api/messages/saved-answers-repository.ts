import { type Selectable, sql } from 'kysely';
import { isoAfter, isoNow } from '../../database/clock.ts';
import { countRows } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { forgetAuthors } from '../edits/repository.ts';

type SavedAnswerRow = Selectable<Tables['saved_answers']>;
type Words = Pick<SavedAnswerRow, 'title' | 'text'>;

/** Returns all saved answers, by title; there are at most `limits.savedAnswers`. */
export function savedAnswers(db: Db): Promise<SavedAnswerRow[]> {
  return db.selectFrom('saved_answers').selectAll().orderBy(sql`lower(title)`).orderBy('id').execute();
}

export function countSavedAnswers(db: Db): Promise<number> {
  return countRows(db.selectFrom('saved_answers').select(({ fn }) => fn.countAll().as('total')));
}

export function findSavedAnswer(db: Db, id: RowId): Promise<SavedAnswerRow | undefined> {
  return db.selectFrom('saved_answers').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertSavedAnswer(tx: Db, words: Words): Promise<SavedAnswerRow> {
  const now = isoNow();
  return tx
    .insertInto('saved_answers')
    .values({ ...words, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function changeSavedAnswer(tx: Db, before: SavedAnswerRow, words: Words): Promise<SavedAnswerRow> {
  return tx
    .updateTable('saved_answers')
    .set({ ...words, updated_at: isoAfter(before.updated_at) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function eraseSavedAnswer(tx: Db, id: RowId): Promise<void> {
  await tx.deleteFrom('saved_answers').where('id', '=', id).execute();
  await forgetAuthors(tx, 'saved_answers', [id]);
}
