import { limits } from '#shared/limits.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Handlers } from '../calls.ts';
import { noteEdit } from '../edits/repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import {
  changeSavedAnswer,
  countSavedAnswers,
  eraseSavedAnswer,
  findSavedAnswer,
  insertSavedAnswer,
  savedAnswers,
} from './saved-answers-repository.ts';

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
        await assertNotNewer(tx, 'saved_answers', version, before);
        const after = await changeSavedAnswer(tx, before, words);
        await noteEdit(tx, 'saved_answers', after, nameOf(call.admin));
        return after;
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
