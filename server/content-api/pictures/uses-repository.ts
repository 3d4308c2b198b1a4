import { sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { PictureUse } from '#shared/schemas/picture.ts';
import { publicIdAt, shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { type Pictured, pictureColumns } from '../media/file-columns.ts';

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
    const kind = (resource === 'team_member' ? 'team' : resource) as PictureUse['kind'];
    const field = place.field as PictureUse['field'];
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
  const users = new Map<string, { noun: Pictured; id: RowId; updated_at: string }>();
  for (const place of pictureColumns)
    for (const { id, updated_at } of await placesIn(tx, place, file, Number.MAX_SAFE_INTEGER))
      users.set(`${place.noun.table} ${id}`, { noun: place.noun, id, updated_at });
  return [...users.values()];
}
