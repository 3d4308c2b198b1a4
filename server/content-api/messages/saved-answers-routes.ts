import { sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import { isoAfter, isoNow } from '../../database/clock.ts';
import { countRows } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import { changeRow } from '../content/changes.ts';
import { forgetAuthors } from '../edits/repository.ts';

const noun = { resource: 'saved_answer', table: 'saved_answers' } as const;

/** Handles the calls about saved answers, which all colleagues share; there are at most `limits.savedAnswers`. */
export function savedAnswerHandlers(db: Db): Handlers {
  async function find(tx: Db, id: RowId) {
    const found = await tx.selectFrom('saved_answers').selectAll().where('id', '=', id).executeTakeFirst();
    assertThat(found, 'desk.answerNotFound', 404);
    return found;
  }

  return {
    async getSavedAnswers() {
      const answers = db.selectFrom('saved_answers').selectAll().orderBy(sql`lower(title)`).orderBy('id');
      return { data: await answers.execute() };
    },
    async addSavedAnswer(call) {
      const words = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const limit = limits.savedAnswers;
        const all = tx.selectFrom('saved_answers').select(({ fn }) => fn.countAll().as('total'));
        assertThat((await countRows(all)) < limit, 'desk.tooManyAnswers', 409, { values: { limit } });
        const now = isoNow();
        const added = tx.insertInto('saved_answers').values({ ...words, created_at: now, updated_at: now });
        return added.returningAll().executeTakeFirstOrThrow();
      });
      return { data, message: 'desk.answerAdded' };
    },
    async updateSavedAnswer(call) {
      const { updated_at: version, ...words } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const before = await find(tx, call.id);
        return changeRow(tx, noun, before, { version, by: call.admin }, () =>
          tx
            .updateTable('saved_answers')
            .set({ ...words, updated_at: isoAfter(before.updated_at) })
            .where('id', '=', before.id)
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
      });
      return { data, message: 'desk.answerUpdated' };
    },
    async deleteSavedAnswer(call) {
      await db.transaction().execute(async (tx) => {
        const { id } = await find(tx, call.id);
        await tx.deleteFrom('saved_answers').where('id', '=', id).execute();
        await forgetAuthors(tx, 'saved_answers', [id]);
      });
      return { data: null, message: 'desk.answerDeleted' };
    },
  };
}
