import { type Expression, type SqlBool, sql } from 'kysely';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { mayDo, type Right } from '#shared/roles.ts';
import type { FoundResource, FoundThing } from '#shared/schemas/find.ts';
import { wordsOf } from '../../database/search.ts';
import { foldNewTexts, hasWords } from '../../database/search-texts.ts';
import type { Db } from '../../database/types.ts';
import type { Handlers } from '../calls.ts';
import { presentCategories } from '../categories/routes.ts';
import { presentRow } from '../content/present.ts';
import type { ContentEntity, ContentTable } from '../content/table.ts';
import { categories, posts, projects, team } from '../content/tables.ts';
import { pageOfMessages, presentMessages } from '../messages/repository.ts';
import { countWaiting, kinds } from './things-repository.ts';

/** Search, and the counts of pending items (docs/product.md §22). */
export function findHandlers(db: Db, counted?: (right: Right) => boolean): Handlers {
  /** Reads one page of the found rows of an entity, in the order of its list. */
  async function search<Noun extends ContentEntity & { resource: FoundResource }>(
    rows: ContentTable<Noun>,
    { query, page }: { query: { search?: string }; page: number },
    further: readonly Expression<SqlBool>[] = [],
  ) {
    const { resource, table } = rows.noun;
    const words = wordsOf(query.search ?? '');
    if (words.length === 0) return rows.page(db, page, further);
    await foldNewTexts(db);
    return rows.page(db, page, [hasWords(db, resource, sql.ref(`${table}.id`), words), ...further]);
  }
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
      const { is_active, scheduled } = call.query;
      const found = await search(posts, call, [
        // 0 is part of the SQL, as in the condition of the index.
        ...(is_active ? [sql<SqlBool>`is_active = ${sql.lit(Number(is_active))}`] : []),
        ...(scheduled
          ? [
              sql<SqlBool>`id in (select row_id from schedules where resource = 'blog' and next_at is not null)`,
            ]
          : []),
      ]);
      return { data: { ...found, data: found.data.map((row) => presentRow(post, row, 'in a list')) } };
    },
    async searchCategories(call) {
      const found = await search(categories, call);
      return { data: { ...found, data: await presentCategories(db, found.data) } };
    },
    async searchProjects(call) {
      const { category_id: category } = call.query;
      const further = category === undefined ? [] : [sql<SqlBool>`category_id = ${category}`];
      const found = await search(projects, call, further);
      return { data: { ...found, data: found.data.map((row) => presentRow(project, row, 'in a list')) } };
    },
    async searchTeam(call) {
      const found = await search(team, call);
      return { data: { ...found, data: found.data.map((row) => presentRow(teamMember, row, 'alone')) } };
    },
    async searchMessages(call) {
      const { unread: _unread, ...found } = await pageOfMessages(db, call.page, call.query);
      return { data: { ...found, data: await presentMessages(db, found.data) } };
    },
  };
}
