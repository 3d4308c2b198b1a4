import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ContentEntity } from '#shared/entities/index.ts';
import { limits } from '#shared/limits.ts';
import type { PictureUse } from '#shared/schemas/picture.ts';
import { publicIdAt, shownId } from '../../database/public-ids.ts';
import { pageOf, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import { wordsOf } from '../../database/search.ts';
import { foldNewTexts, hasWords } from '../../database/search-texts.ts';
import type { Db, Tables } from '../../database/types.ts';
import { updateRow } from '../../database/update-row.ts';
import { pictureColumns } from '../media/repository.ts';

export type PictureRow = Selectable<Tables['pictures']>;

export function findPicture(db: Db, id: RowId) {
  return db.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the picture whose file has this address. Throws when there is none. */
export function pictureAt(db: Db, file: string) {
  return db.selectFrom('pictures').selectAll().where('file', '=', file).executeTakeFirstOrThrow();
}

type Changes = Partial<
  Pick<PictureRow, 'name' | 'alt' | 'focus_x' | 'focus_y' | 'kept' | 'file' | 'hash'> &
    Pick<PictureRow, 'width' | 'height' | 'bytes' | 'type' | 'uses'>
>;

/** Changes a picture; `who` is the author of the new version. */
export function updatePicture(
  tx: Db,
  before: Pick<PictureRow, 'id' | 'updated_at'>,
  changes: Changes,
  who: string,
) {
  return updateRow(tx, 'pictures', before, { ...changes, who });
}

/**
 * Marks a picture to be deleted as soon as nothing uses it. A picture that is unused already is deleted by the next
 * `drop` of its file.
 */
export async function releasePicture(tx: Db, id: RowId) {
  await tx.updateTable('pictures').set({ kept: 0 }).where('id', '=', id).execute();
}

/** Deletes the row of a picture whose file belongs to another row from now on. */
export async function forgetPicture(tx: Db, id: RowId) {
  await tx.deleteFrom('pictures').where('id', '=', id).execute();
}

type Use = 'all' | 'used' | 'unused';

interface PictureSearch {
  search?: string;
  use?: Use;
  per_page?: number;
}

/**
 * Reads one page of pictures, newest first. Without a search, the totals are read from a table that database triggers
 * keep up to date.
 */
export async function pageOfPictures(
  db: Db,
  page: number,
  { search, use = 'all', per_page: perPage = limits.pageSize }: PictureSearch,
) {
  const words = wordsOf(search ?? '');
  if (words.length > 0) await foldNewTexts(db);
  const matching = (tx: Db) =>
    ofUse(tx.selectFrom('pictures'), use).$if(words.length > 0, (query) =>
      query.where(hasWords(tx, 'picture', sql.ref('id'), words)),
    );
  const rows = (tx: Db) => matching(tx).selectAll().orderBy('id', 'desc');
  if (words.length > 0) return pageOf(db, page, rows, perPage);
  return readPage(
    db,
    page,
    (tx) => countPictures(tx, use),
    (tx, limit, offset) => rows(tx).limit(limit).offset(offset).execute(),
    perPage,
  );
}

async function countPictures(tx: Db, use: Use) {
  const rows = await tx.selectFrom('picture_counts').selectAll().execute();
  return rows
    .filter(({ used }) => use === 'all' || (used === 1) === (use === 'used'))
    .reduce((sum, { total }) => sum + total, 0);
}

/**
 * The conditions must have the same text as those of the indexes (migrations/schema.ts), so that the database uses the
 * indexes.
 */
function ofUse<Row>(query: SelectQueryBuilder<Tables, 'pictures', Row>, use: Use) {
  return query
    .$if(use === 'used', (some) => some.where(sql<SqlBool>`uses > 0`))
    .$if(use === 'unused', (some) => some.where(sql<SqlBool>`uses <= 0`));
}

/** A table row that uses a picture. */
interface Place {
  id: RowId;
  public_id: string | null;
  title: string;
  updated_at: string;
  is_deleted: 0 | 1;
  category_id?: RowId;
  category_public_id?: string | null;
}

/** Reads the rows that use a picture in one column, of an entity or of its pictures with rows of their own. */
async function placesIn(
  db: Db,
  { table, column, noun }: (typeof pictureColumns)[number],
  file: string,
  limit: number,
) {
  const [own, used] = [sql.table(noun.table), sql.table(table)];
  const isPart = table !== noun.table;
  const owner = sql.ref(`${table}.${noun.resource}_id`);
  const category = 'category_id' in noun.fields;
  const { rows } = await sql<Place>`
    select ${own}.id, ${own}.public_id, ${own}.${sql.ref(noun.title)} as title, ${own}.updated_at,
      case when coalesce(${used}.deleted_at, ${own}.deleted_at) is null then 0 else 1 end as is_deleted
      ${category ? sql`, category_id, ${publicIdAt('categories', 'projects.category_id')} as category_public_id` : sql``}
    from ${used} ${isPart ? sql`join ${own} on ${own}.id = ${owner}` : sql``}
    where ${used}.${sql.ref(column)} = ${file} order by ${used}.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns where a picture is used, the trash included; at most `limits.pictureUses` places of each kind. */
export async function usesOf(db: Db, file: string) {
  const uses: PictureUse[] = [];
  for (const place of pictureColumns) {
    const { resource } = place.noun;
    const kind = resource === 'team_member' ? 'team' : resource;
    const { field } = place;
    for (const row of await placesIn(db, place, file, limits.pictureUses)) {
      const { title, is_deleted, category_id, category_public_id } = row;
      const of = category_id === undefined ? {} : { category_id: category_public_id ?? category_id };
      uses.push({ kind, field, id: shownId(row), title, ...of, is_deleted });
    }
  }
  return uses;
}

/** Returns all records that use a picture, each once, with its present version. */
export async function usersOf(tx: Db, file: string) {
  const users = new Map<string, { noun: ContentEntity; id: RowId; updated_at: string }>();
  for (const place of pictureColumns)
    for (const { id, updated_at } of await placesIn(tx, place, file, Number.MAX_SAFE_INTEGER))
      users.set(`${place.noun.table} ${id}`, { noun: place.noun, id, updated_at });
  return [...users.values()];
}
