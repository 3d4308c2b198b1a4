import { mayDo, type Right } from '#shared/roles.ts';
import type { FoundThing } from '#shared/schemas/find.ts';
import { wordsOf } from '../../database/search.ts';
import { foldNewTexts } from '../../database/search-texts.ts';
import type { Db } from '../../database/types.ts';
import type { Handlers } from '../calls.ts';
import { pageOfMessages, presentMessages } from '../messages/repository.ts';
import { countWaiting, kinds } from './things-repository.ts';

/** Search, and the counts of pending items (docs/product.md §22). */
export function findHandlers(db: Db, counted?: (right: Right) => boolean): Handlers {
  return {
    async findAnything(call) {
      const words = wordsOf(call.query.search ?? '');
      if (words.length === 0) return { data: { found: [] } };
      await foldNewTexts(db);
      const found: FoundThing[] = [];
      for (const kind of kinds) {
        if (mayDo(call.admin?.role, kind.needs)) found.push(...(await kind.read(db, words)));
      }
      return { data: { found } };
    },
    async deskCounts(call) {
      return { data: await countWaiting(db, call.admin?.role, new Date(), counted) };
    },
    async searchMessages(call) {
      const { unread: _unread, ...found } = await pageOfMessages(db, call.page, call.query);
      return { data: { ...found, data: await presentMessages(db, found.data) } };
    },
  };
}
