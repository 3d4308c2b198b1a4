import { limits } from '#shared/limits.ts';
import type { PictureUse } from '#shared/schemas/picture.ts';
import { publicIdAt, shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

/** A table row that uses a picture. */
interface Place extends Omit<PictureUse, 'is_deleted' | 'id' | 'category_id'> {
  id: RowId;
  public_id: string | null;
  category_id?: RowId;
  category_public_id?: string | null;
  deleted_at: string | null;
  /** For a picture with a row of its own, such as an image of a project: when that row was deleted. */
  row_deleted_at?: string | null;
}

/** Returns where a picture is used, the trash included; at most `limits.pictureUses` places of each kind. */
export async function usesOf(db: Db, file: string): Promise<PictureUse[]> {
  const places: Place[] = [];
  for (const read of reads) places.push(...(await read(db, file)));
  return places.map((place) => ({
    kind: place.kind,
    field: place.field,
    id: shownId(place),
    title: place.title,
    ...categoryIn(place),
    is_deleted: place.deleted_at !== null || (place.row_deleted_at ?? null) !== null ? 1 : 0,
  }));
}

function categoryIn({ category_id, category_public_id }: Place): Pick<PictureUse, 'category_id'> {
  return category_id === undefined ? {} : { category_id: category_public_id ?? category_id };
}

const categoryName = publicIdAt('categories', 'projects.category_id').as('category_public_id');

const most = limits.pictureUses;

const reads: readonly ((db: Db, file: string) => Promise<Place[]>)[] = [
  ...(['blog_image', 'share_image'] as const).map((field) => async (db: Db, file: string) => {
    const rows = await db
      .selectFrom('blogs')
      .select(['id', 'public_id', 'blog_title as title', 'deleted_at'])
      .where(field, '=', file)
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map((row) => ({ kind: 'blog' as const, field, ...row }));
  }),
  async (db, file) => {
    const rows = await db
      .selectFrom('projects')
      .select(['id', 'public_id', 'title', 'category_id', 'deleted_at'])
      .select(categoryName)
      .where('share_image', '=', file)
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map((row) => ({ kind: 'project' as const, field: 'share_image' as const, ...row }));
  },
  async (db, file) => {
    const rows = await db
      .selectFrom('project_images')
      .innerJoin('projects', 'projects.id', 'project_images.project_id')
      .select(['projects.id', 'projects.public_id', 'title', 'category_id', 'projects.deleted_at'])
      .select(categoryName)
      .select('project_images.deleted_at as row_deleted_at')
      .where('project_images.image', '=', file)
      .orderBy('project_images.id')
      .limit(most)
      .execute();
    return rows.map((row) => ({ kind: 'project' as const, field: 'images' as const, ...row }));
  },
  async (db, file) => {
    const rows = await db
      .selectFrom('categories')
      .select(['id', 'public_id', 'title', 'deleted_at'])
      .where('image', '=', file)
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map((row) => ({ kind: 'category' as const, field: 'image' as const, ...row }));
  },
  async (db, file) => {
    const rows = await db
      .selectFrom('tech_images')
      .innerJoin('categories', 'categories.id', 'tech_images.category_id')
      .select(['categories.id', 'categories.public_id', 'title', 'categories.deleted_at'])
      .select('tech_images.deleted_at as row_deleted_at')
      .where('tech_images.image', '=', file)
      .orderBy('tech_images.id')
      .limit(most)
      .execute();
    return rows.map((row) => ({ kind: 'category' as const, field: 'tech_image' as const, ...row }));
  },
  async (db, file) => {
    const rows = await db
      .selectFrom('team_members')
      .select(['id', 'public_id', 'name as title', 'deleted_at'])
      .where('image', '=', file)
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map((row) => ({ kind: 'team' as const, field: 'image' as const, ...row }));
  },
];

/** The tables of entities that can use a picture. */
export type UserTable = 'blogs' | 'projects' | 'categories' | 'team_members';

/** Returns all records that use a picture, by table, each once, with its present version. */
export async function usersOf(
  tx: Db,
  file: string,
): Promise<{ table: UserTable; id: RowId; updated_at: string }[]> {
  const version = ['id', 'updated_at'] as const;
  const blogs = await tx
    .selectFrom('blogs')
    .select(version)
    .where((where) => where.or([where('blog_image', '=', file), where('share_image', '=', file)]))
    .execute();
  const projects = await tx
    .selectFrom('projects')
    .select(version)
    .where((where) =>
      where.or([
        where('share_image', '=', file),
        where('id', 'in', where.selectFrom('project_images').select('project_id').where('image', '=', file)),
      ]),
    )
    .execute();
  const categories = await tx
    .selectFrom('categories')
    .select(version)
    .where((where) =>
      where.or([
        where('image', '=', file),
        where('id', 'in', where.selectFrom('tech_images').select('category_id').where('image', '=', file)),
      ]),
    )
    .execute();
  const team = await tx.selectFrom('team_members').select(version).where('image', '=', file).execute();
  return [
    ...blogs.map((row) => ({ table: 'blogs' as const, ...row })),
    ...projects.map((row) => ({ table: 'projects' as const, ...row })),
    ...categories.map((row) => ({ table: 'categories' as const, ...row })),
    ...team.map((row) => ({ table: 'team_members' as const, ...row })),
  ];
}
