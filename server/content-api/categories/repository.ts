import type { Selectable } from 'kysely';
import type { Page } from '#shared/schemas/envelope.ts';
import { isoNow } from '../clock.ts';
import { countRows, readPage } from '../database/read-page.ts';
import type { Db, Tables } from '../database/types.ts';
import { titleKey } from './title-key.ts';

type CategoryRow = Selectable<Tables['categories']>;
type LogoRow = Selectable<Tables['tech_images']>;

export interface CategoryWithLogos {
  category: CategoryRow;
  logos: LogoRow[];
}

/** One page of categories, the oldest first. */
export function pageOfCategories(db: Db, page: number): Promise<Page<CategoryWithLogos>> {
  return readPage(
    db,
    page,
    (tx) => countRows(tx.selectFrom('categories').select((select) => select.fn.countAll().as('total'))),
    async (tx, limit, offset) => {
      const found = await tx
        .selectFrom('categories')
        .selectAll()
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
      return withLogos(tx, found);
    },
  );
}

export async function findCategory(db: Db, id: number): Promise<CategoryWithLogos | undefined> {
  const found = await db.selectFrom('categories').selectAll().where('id', '=', id).execute();
  const [category] = await withLogos(db, found);
  return category;
}

/** Adds a category and gives its id. */
export async function insertCategory(db: Db, values: { title: string; image: string }): Promise<number> {
  const now = isoNow();
  const { id } = await db
    .insertInto('categories')
    .values({ ...values, title_key: titleKey(values.title), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a category; without `image` it keeps the one it has. */
export async function updateCategory(
  db: Db,
  id: number,
  values: { title: string; image?: string },
): Promise<void> {
  await db
    .updateTable('categories')
    .set({ ...values, title_key: titleKey(values.title), updated_at: isoNow() })
    .where('id', '=', id)
    .execute();
}

/** Adds logos after those that the category has. */
export async function appendLogos(db: Db, categoryId: number, images: readonly string[]): Promise<void> {
  if (images.length === 0) return;
  const last = await db
    .selectFrom('tech_images')
    .select((select) => select.fn.max('position').as('position'))
    .where('category_id', '=', categoryId)
    .executeTakeFirst();
  const from = last?.position === null || last?.position === undefined ? 0 : Number(last.position) + 1;
  await db
    .insertInto('tech_images')
    .values(images.map((image, index) => ({ category_id: categoryId, image, position: from + index })))
    .execute();
}

export function findLogo(db: Db, id: number): Promise<LogoRow | undefined> {
  return db.selectFrom('tech_images').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Deletes a logo unless it is the category's last; gives what it was. One statement decides and deletes, so that of
 * two that want the last two logos only one wins.
 */
export function deleteLogoButTheLast(db: Db, id: number): Promise<LogoRow | undefined> {
  return db
    .deleteFrom('tech_images')
    .where('id', '=', id)
    .where((where) =>
      where.exists(
        where
          .selectFrom('tech_images as other')
          .select('other.id')
          .whereRef('other.category_id', '=', 'tech_images.category_id')
          .whereRef('other.id', '<>', 'tech_images.id'),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

async function withLogos(db: Db, categories: CategoryRow[]): Promise<CategoryWithLogos[]> {
  if (categories.length === 0) return [];
  const logos = await db
    .selectFrom('tech_images')
    .selectAll()
    .where(
      'category_id',
      'in',
      categories.map((category) => category.id),
    )
    .orderBy('category_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return categories.map((category) => ({
    category,
    logos: logos.filter((logo) => logo.category_id === category.id),
  }));
}
