import { mayDo, type Right } from '#shared/roles.ts';
import type { FoundThing } from '#shared/schemas/find.ts';
import { wordsOf } from '../../database/search.ts';
import { foldNewTexts } from '../../database/search-texts.ts';
import type { Db } from '../../database/types.ts';
import { presentListedBlog } from '../blogs/present.ts';
import { listedBlogs } from '../blogs/repository.ts';
import type { Handlers } from '../calls.ts';
import { presentCategory } from '../categories/present.ts';
import { categoriesOf } from '../categories/repository.ts';
import { presentMessages } from '../messages/present.ts';
import { messagesOf } from '../messages/repository.ts';
import { presentListedProject } from '../projects/present.ts';
import { listedProjects } from '../projects/repository.ts';
import { presentTeamMember } from '../team/present.ts';
import { membersOf } from '../team/repository.ts';
import { countWaiting } from './counts-repository.ts';
import {
  pageOfFoundBlogs,
  pageOfFoundCategories,
  pageOfFoundMessages,
  pageOfFoundProjects,
  pageOfFoundTeam,
} from './lists-repository.ts';
import { kinds } from './things-repository.ts';

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
    async searchBlogs(call) {
      const found = await pageOfFoundBlogs(db, call.page, call.query, listedBlogs);
      return { data: { ...found, data: found.data.map(presentListedBlog) } };
    },
    async searchCategories(call) {
      const found = await pageOfFoundCategories(db, call.page, call.query.search, categoriesOf);
      return { data: { ...found, data: found.data.map(presentCategory) } };
    },
    async searchProjects(call) {
      const found = await pageOfFoundProjects(db, call.page, call.query, listedProjects);
      return { data: { ...found, data: found.data.map(presentListedProject) } };
    },
    async searchTeam(call) {
      const found = await pageOfFoundTeam(db, call.page, call.query.search, membersOf);
      return { data: { ...found, data: found.data.map(presentTeamMember) } };
    },
    async searchMessages(call) {
      const found = await pageOfFoundMessages(db, call.page, call.query, messagesOf);
      return { data: { ...found, data: await presentMessages(db, found.data) } };
    },
  };
}
