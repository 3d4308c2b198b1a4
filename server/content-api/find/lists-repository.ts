import { type Expression, type SqlBool, sql } from 'kysely';
import { inOrderOf } from '#shared/in-order-of.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { FoundResource } from '#shared/schemas/find.ts';
import {
  type MessageCounts,
  type MessageFolder,
  type MessageStatus,
  type MessageType,
  messageFolders,
} from '#shared/schemas/message.ts';
import { createQueryCache } from '../../database/query-cache.ts';
import { readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import { wordsOf } from '../../database/search.ts';
import { foldNewTexts, hasWords } from '../../database/search-texts.ts';
import type { Db } from '../../database/types.ts';

/** Cached ids of search results, in the order of the list. */
const found = createQueryCache<RowId[]>();
/** Cached numbers of search results by status. */
const foundCounts = createQueryCache<MessageCounts>();

/**
 * Reads one page of search results: the ids of all results are cached until the next write, and only the rows of the
 * page are read. `find` selects the ids by the condition `matches`, in the order of the list. `id` is the column that
 * this condition compares, such as `blogs.id`.
 */
async function pageOfFound<Row extends { id: RowId }>(
  db: Db,
  page: number,
  { resource, id, search, ...filters }: { resource: FoundResource; id: string; search?: string },
  find: (tx: Db, matches: Expression<SqlBool>) => Promise<{ id: RowId }[]>,
  read: (tx: Db, ids: readonly RowId[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const words = search === undefined ? [] : wordsOf(search);
  if (words.length > 0) await foldNewTexts(db);
  let ids: RowId[] = [];
  return readPage(
    db,
    page,
    async (tx) => {
      const matches = words.length > 0 ? hasWords(tx, resource, sql.ref(id), words) : sql<SqlBool>`1 = 1`;
      ids = await found(db, tx, [resource, words, filters], async () =>
        (await find(tx, matches)).map((row) => row.id),
      );
      return ids.length;
    },
    async (tx, limit, offset) => {
      const some = ids.slice(offset, offset + limit);
      if (some.length === 0) return [];
      return inOrderOf(some, await read(tx, some), (row) => row.id);
    },
  );
}

interface BlogSearch {
  search?: string;
  is_active?: '0' | '1';
  /** `1`: only records with a schedule. */
  scheduled?: '1';
}

/** Reads one page of found posts, newest first. */
export function pageOfFoundBlogs<Row extends { id: RowId }>(
  db: Db,
  page: number,
  { search, is_active, scheduled }: BlogSearch,
  read: (tx: Db, ids: readonly RowId[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const asked = { resource: 'blog' as const, id: 'blogs.id', search, is_active, scheduled };
  return pageOfFound(
    db,
    page,
    asked,
    (tx, matches) =>
      tx
        .selectFrom('blogs')
        .select('id')
        .where('deleted_at', 'is', null)
        .$if(is_active === '1', (query) => query.where('is_active', '=', 1))
        .$if(is_active === '0', (query) => query.where(sql<SqlBool>`is_active = 0`))
        .$if(scheduled === '1', (query) =>
          query.where('blogs.id', 'in', (select) =>
            select
              .selectFrom('schedules')
              .select('row_id')
              .where('resource', '=', 'blog')
              .where('next_at', 'is not', null),
          ),
        )
        .where(matches)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    read,
  );
}

/** Reads one page of found categories, oldest first, as in the list of all categories. */
export function pageOfFoundCategories<Row extends { id: RowId }>(
  db: Db,
  page: number,
  search: string | undefined,
  read: (tx: Db, ids: readonly RowId[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const asked = { resource: 'category' as const, id: 'categories.id', search };
  return pageOfFound(
    db,
    page,
    asked,
    (tx, matches) =>
      tx
        .selectFrom('categories')
        .select('id')
        .where('deleted_at', 'is', null)
        .where(matches)
        .orderBy('id')
        .execute(),
    read,
  );
}

/** Reads one page of found projects, sorted by category and, within a category, by position. */
export function pageOfFoundProjects<Row extends { id: RowId }>(
  db: Db,
  page: number,
  { search, category_id: category }: { search?: string; category_id?: RowId },
  read: (tx: Db, ids: readonly RowId[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const asked = { resource: 'project' as const, id: 'projects.id', search, category };
  return pageOfFound(
    db,
    page,
    asked,
    (tx, matches) =>
      tx
        .selectFrom('projects')
        .select('id')
        .where('deleted_at', 'is', null)
        .$if(category !== undefined, (query) => query.where('category_id', '=', category as RowId))
        .where(matches)
        .orderBy('category_id')
        .orderBy('v_order')
        .orderBy('id')
        .execute(),
    read,
  );
}

/** Reads one page of found team members, sorted by position. */
export function pageOfFoundTeam<Row extends { id: RowId }>(
  db: Db,
  page: number,
  search: string | undefined,
  read: (tx: Db, ids: readonly RowId[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const asked = { resource: 'team_member' as const, id: 'team_members.id', search };
  return pageOfFound(
    db,
    page,
    asked,
    (tx, matches) =>
      tx
        .selectFrom('team_members')
        .select('id')
        .where('deleted_at', 'is', null)
        .where(matches)
        .orderBy('v_order')
        .orderBy('id')
        .execute(),
    read,
  );
}

interface MessageSearch {
  search?: string;
  type?: MessageType;
  status?: MessageStatus;
  folder?: MessageFolder;
}

/**
 * Reads one page of found messages, newest first, with the number of results in each status. Spam is included only on
 * request.
 */
export async function pageOfFoundMessages<Row extends { id: RowId; status: MessageStatus }>(
  db: Db,
  page: number,
  { search, type, status, folder }: MessageSearch,
  read: (tx: Db, ids: readonly RowId[]) => Promise<Row[]>,
): Promise<Page<Row> & { counts: MessageCounts }> {
  const statuses: readonly MessageStatus[] | undefined = status ? [status] : folder && messageFolders[folder];
  const matching = (tx: Db, matches: Expression<SqlBool>) =>
    tx
      .selectFrom('messages')
      .where('deleted_at', 'is', null)
      .$if(type !== undefined, (query) => query.where('type', '=', type as MessageType))
      .where(matches);
  const asked = { resource: 'message' as const, id: 'messages.id', search, type, statuses };
  const list = await pageOfFound(
    db,
    page,
    asked,
    (tx, matches) =>
      matching(tx, matches)
        .select('id')
        .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses ?? []))
        .$if(statuses === undefined, (query) => query.where(sql<SqlBool>`status <> 'spam'`))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    read,
  );
  const words = search === undefined ? [] : wordsOf(search);
  const counts = await foundCounts(db, db, [words, type], async () => {
    const matches =
      words.length > 0 ? hasWords(db, 'message', sql.ref('messages.id'), words) : sql<SqlBool>`1 = 1`;
    const rows = await matching(db, matches)
      .select((select) => ['status' as const, select.fn.countAll().as('total')])
      .groupBy('status')
      .execute();
    return Object.fromEntries(rows.map(({ status, total }) => [status, Number(total)]));
  });
  return { ...list, counts };
}
