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
import type { ContentEntity, ContentTable, ListedRowOf } from '../content/table.ts';

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
  find: (tx: Db, matches: Expression<SqlBool>) => Promise<RowId[]>,
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
      ids = await found(db, tx, [resource, words, filters], () => find(tx, matches));
      return ids.length;
    },
    async (tx, limit, offset) => {
      const some = ids.slice(offset, offset + limit);
      if (some.length === 0) return [];
      return inOrderOf(some, await read(tx, some), (row) => row.id);
    },
  );
}

/**
 * Reads one page of the found rows of an entity, in the order of its list. `further` are conditions beside the search;
 * `filters` say which they are.
 */
export function pageOfFoundRows<Noun extends ContentEntity & { resource: FoundResource }>(
  db: Db,
  page: number,
  rows: ContentTable<Noun>,
  { search, page: _, ...filters }: { search?: string; page?: number },
  further: readonly Expression<SqlBool>[] = [],
): Promise<Page<ListedRowOf<Noun>>> {
  return pageOfFound(
    db,
    page,
    { ...filters, resource: rows.noun.resource, id: `${rows.noun.table}.id`, search },
    (tx, matches) => rows.ids(tx, sql.join([matches, ...further], sql` and `)),
    (tx, ids) => rows.listed(tx, ids),
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
    async (tx, matches) => {
      const rows = await matching(tx, matches)
        .select('id')
        .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses ?? []))
        .$if(statuses === undefined, (query) => query.where(sql<SqlBool>`status <> 'spam'`))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ id }) => id);
    },
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
