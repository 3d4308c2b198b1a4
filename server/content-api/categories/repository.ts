import type { ExpressionBuilder, Selectable } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import { isoAfter, isoNow } from '../../database/clock.ts';
import { countRows, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import { titleKey } from '../../database/title-key.ts';
import type { Db, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';

type CategoryRow = Selectable<Tables['categories']>;
type LogoRow = Selectable<Tables['tech_images']>;

export interface CategoryWithLogos {
  category: CategoryRow;
  logos: LogoRow[];
  /** Number of projects of the category that are not deleted. */
  projects: number;
}

/** Reads one page of categories, oldest first. */
export function pageOfCategories(db: Db, page: number): Promise<Page<CategoryWithLogos>> {
  return readPage(
    db,
    page,
    (tx) =>
      countRows(
        tx
          .selectFrom('categories')
          .select((select) => select.fn.countAll().as('total'))
          .where('deleted_at', 'is', null),
      ),
    async (tx, limit, offset) => {
      const found = await tx
        .selectFrom('categories')
        .selectAll()
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
      return whole(tx, found);
    },
  );
}

/** Returns the categories of these ids, each with its id, in no particular order. */
export async function categoriesOf(
  db: Db,
  ids: readonly RowId[],
): Promise<(CategoryWithLogos & { id: RowId })[]> {
  const found = await db.selectFrom('categories').selectAll().where('id', 'in', ids).execute();
  return (await whole(db, found)).map((each) => ({ ...each, id: each.category.id }));
}

/** Finds a category that is not deleted. */
export async function findCategory(db: Db, id: RowId): Promise<CategoryWithLogos | undefined> {
  const found = await db
    .selectFrom('categories')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  const [category] = await whole(db, found);
  return category;
}

/**
 * Finds the category with this title. An exact match comes first, then the oldest category with the title in another
 * case, then a category that had the title earlier.
 */
export async function findCategoryByTitle(db: Db, title: string): Promise<CategoryWithLogos | undefined> {
  const found = await withTitle(db, title);
  const named = found.find((category) => category.title.normalize('NFC') === title.normalize('NFC').trim());
  const one = named ?? found[0] ?? (await formerlyTitled(db, title));
  const [category] = await whole(db, one ? [one] : []);
  return category;
}

/**
 * Finds another category whose title differs from this one at most in case or blanks. Visitors could not tell the
 * URLs of the two apart.
 */
export async function findNamesake(db: Db, title: string, besides?: RowId): Promise<CategoryRow | undefined> {
  return (await withTitle(db, title)).find(({ id }) => id !== besides);
}

function withTitle(db: Db, title: string): Promise<CategoryRow[]> {
  return db
    .selectFrom('categories')
    .selectAll()
    .where('title_key', '=', titleKey(title))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

function formerlyTitled(db: Db, title: string): Promise<CategoryRow | undefined> {
  return db
    .selectFrom('categories')
    .innerJoin('former_category_titles', 'former_category_titles.category_id', 'categories.id')
    .selectAll('categories')
    .where('former_category_titles.title_key', '=', titleKey(title))
    .where('categories.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Adds a category and returns its id. */
export async function insertCategory(db: Db, values: { title: string; image: string }): Promise<RowId> {
  const now = isoNow();
  const { id } = await db
    .insertInto('categories')
    .values({ ...values, title_key: titleKey(values.title), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Changes a category; without `image` the present image stays. The URL with the old title then redirects to the URL
 * with the new one.
 */
export async function updateCategory(
  db: Db,
  before: Pick<CategoryRow, 'id' | 'title_key' | 'updated_at'>,
  values: { title: string; image?: string },
): Promise<void> {
  if (titleKey(values.title) !== before.title_key) {
    await db
      .insertInto('former_category_titles')
      .values({ title_key: before.title_key, category_id: before.id })
      .onConflict((known) => known.column('title_key').doUpdateSet({ category_id: before.id }))
      .execute();
  }
  await db
    .updateTable('categories')
    .set({ ...values, title_key: titleKey(values.title), updated_at: isoAfter(before.updated_at) })
    .where('id', '=', before.id)
    .execute();
}

/** Appends logos to the category. */
export async function appendLogos(db: Db, categoryId: RowId, images: readonly string[]): Promise<void> {
  if (images.length === 0) return;
  const last = await db
    .selectFrom('tech_images')
    .select((select) => select.fn.max('position').as('position'))
    .where('category_id', '=', categoryId)
    .executeTakeFirst();
  const from = Number(last?.position ?? -1) + 1;
  await db
    .insertInto('tech_images')
    .values(
      images.map((image, index) => ({
        category_id: categoryId,
        image,
        position: from + index,
        updated_at: isoNow(),
      })),
    )
    .execute();
}

/** Finds a logo that is not deleted, of a category that is not deleted. */
export function findLogo(db: Db, id: RowId): Promise<LogoRow | undefined> {
  return db
    .selectFrom('tech_images')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('category_id', 'in', living)
    .executeTakeFirst();
}

/**
 * Moves a logo to the trash unless it is the category's last one; returns false if it stays. One statement decides
 * and deletes, so that of two concurrent deletions of the last two logos only one succeeds.
 */
export async function softDeleteLogoUnlessLast(db: Db, id: RowId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tech_images')
    .set({ deleted_at: isoNow() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('category_id', 'in', living)
    .where((where) =>
      where.exists(
        where
          .selectFrom('tech_images as other')
          .select('other.id')
          .whereRef('other.category_id', '=', 'tech_images.category_id')
          .whereRef('other.id', '<>', 'tech_images.id')
          .where('other.deleted_at', 'is', null),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Throws AppError when this logo cannot be restored: its category is deleted, or is full. */
export async function assertLogoFits(db: Db, id: RowId): Promise<void> {
  const logo = await findLogo(db, id);
  assertThat(logo, 'category.notFound', 409);
  const { count } = await db
    .selectFrom('tech_images')
    .select((select) => select.fn.countAll().as('count'))
    .where('category_id', '=', logo.category_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  assertThat(Number(count) <= limits.categoryLogos, 'upload.tooMany', 409, {
    values: { field: 'tech_image', limit: limits.categoryLogos },
  });
}

/** Returns the files of these logos, deleted logos included. */
export async function filesOfLogos(db: Db, ids: readonly RowId[]): Promise<string[]> {
  const rows = await db.selectFrom('tech_images').select('image').where('id', 'in', ids).execute();
  return rows.map((row) => row.image);
}

/** Returns the files of these categories and their logos, deleted ones included. */
export async function filesOfCategories(db: Db, ids: readonly RowId[]): Promise<string[]> {
  const main = await db.selectFrom('categories').select('image').where('id', 'in', ids).execute();
  const logos = await db.selectFrom('tech_images').select('image').where('category_id', 'in', ids).execute();
  return [...main, ...logos].map((row) => row.image);
}

const living = (select: ExpressionBuilder<Tables, 'tech_images'>) =>
  select.selectFrom('categories').select('categories.id').where('deleted_at', 'is', null);

async function whole(db: Db, categories: CategoryRow[]): Promise<CategoryWithLogos[]> {
  if (categories.length === 0) return [];
  const ids = categories.map((category) => category.id);
  const counts = await db
    .selectFrom('projects')
    .select((select) => ['category_id', select.fn.countAll().as('projects')])
    .where('category_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .groupBy('category_id')
    .execute();
  const logos = await db
    .selectFrom('tech_images')
    .selectAll()
    .where('category_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('category_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return categories.map((category) => ({
    category,
    logos: logos.filter((logo) => logo.category_id === category.id),
    projects: Number(counts.find((count) => count.category_id === category.id)?.projects ?? 0),
  }));
}
