import { limits } from '#shared/limits.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import { changeRow } from '../content/changes.ts';
import {
  changeSavedAnswer,
  countSavedAnswers,
  eraseSavedAnswer,
  findSavedAnswer,
  insertSavedAnswer,
  savedAnswers,
} from './saved-answers-repository.ts';

const noun = { resource: 'saved_answer', table: 'saved_answers' } as const;

/** Handles the calls about saved answers, which all colleagues share. */
export function savedAnswerHandlers(db: Db): Handlers {
  return {
    async getSavedAnswers() {
      return { data: await savedAnswers(db) };
    },
    async addSavedAnswer(call) {
      const words = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const limit = limits.savedAnswers;
        assertThat((await countSavedAnswers(tx)) < limit, 'desk.tooManyAnswers', 409, { values: { limit } });
        return insertSavedAnswer(tx, words);
      });
      return { data, message: 'desk.answerAdded' };
    },
    async updateSavedAnswer(call) {
      const { updated_at: version, ...words } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const before = await findSavedAnswer(tx, call.id);
        assertThat(before, 'desk.answerNotFound', 404);
        return changeRow(tx, noun, before, { version, by: call.admin }, () =>
          changeSavedAnswer(tx, before, words),
        );
      });
      return { data, message: 'desk.answerUpdated' };
    },
    async deleteSavedAnswer(call) {
      await db.transaction().execute(async (tx) => {
        assertThat(await findSavedAnswer(tx, call.id), 'desk.answerNotFound', 404);
        await eraseSavedAnswer(tx, call.id);
      });
      return { data: null, message: 'desk.answerDeleted' };
    },
  };
}
