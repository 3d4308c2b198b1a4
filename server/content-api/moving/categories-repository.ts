import { limits } from '#shared/limits.ts';
import { categoryInputSchema } from '#shared/schemas/category.ts';
import type { ArchiveRecords } from '../../archive/records.ts';
import { isoNow } from '../../database/clock.ts';
import { shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import { titleKey } from '../../database/title-key.ts';
import type { Db } from '../../database/types.ts';
import { categoriesOf, findNamesake } from '../categories/repository.ts';
import { brokenRule } from './form-rules.ts';
import {
  commonOf,
  extraOf,
  fileAt,
  type MovedRows,
  momentsOf,
  optionalFileAt,
  type Place,
  partIds,
} from './rows-repository.ts';

export const movedCategories: MovedRows<'categories'> = {
  table: 'categories',
  batch: 100,
  async read(db, ids) {
    const found = (await categoriesOf(db, ids)).filter(({ category }) => category.deleted_at === null);
    const former = await db
      .selectFrom('former_category_titles')
      .selectAll()
      .where('category_id', 'in', ids)
      .orderBy('title_key')
      .execute();
    found.sort((one, other) => one.id - other.id);
    return found.map(({ category, logos }) => ({
      id: shownId(category),
      created_at: category.created_at,
      updated_at: category.updated_at,
      title: category.title,
      image: optionalFileAt(category.image),
      tech_img: logos.map((logo) => ({ id: shownId(logo), image: fileAt(logo.image) })),
      former_titles: former
        .filter(({ category_id }) => category_id === category.id)
        .map(({ title_key }) => title_key),
      ...extraOf(category),
    }));
  },
  async problem(db, record, id) {
    const broken = brokenRule(categoryInputSchema, record);
    if (broken) return broken;
    if ((record.tech_img ?? []).length > limits.categoryLogos)
      return `tech_img: a category has at most ${limits.categoryLogos}`;
    const other = await findNamesake(db, record.title, id);
    return other && `title: category ${shownId(other)} has it already`;
  },
  async write(tx, record, { id, isThere, place }) {
    const before = isThere ? await filesOf(tx, id) : [];
    const values = {
      ...commonOf(record),
      ...(await momentsOf(tx, 'categories', record, { id, isThere })),
      title: record.title,
      title_key: titleKey(record.title),
      image: place(record.image) ?? undefined,
    };
    if (isThere) await tx.updateTable('categories').set(values).where('id', '=', id).execute();
    else
      await tx
        .insertInto('categories')
        .values({ ...values, id, image: values.image ?? '' })
        .execute();
    if (record.tech_img) await writeLogos(tx, id, record.tech_img, place);
    for (const title of record.former_titles ?? [])
      await tx
        .insertInto('former_category_titles')
        .values({ title_key: titleKey(title), category_id: id })
        .onConflict((known) => known.column('title_key').doNothing())
        .execute();
    return before;
  },
};

/** Without those of logos in the trash, which keep them. */
async function filesOf(tx: Db, id: RowId): Promise<string[]> {
  const images = await tx.selectFrom('categories').select('image').where('id', '=', id).execute();
  const logos = await tx
    .selectFrom('tech_images')
    .select('image')
    .where('category_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  return [...images, ...logos].map(({ image }) => image);
}

type Logos = NonNullable<ArchiveRecords['categories']['tech_img']>;

/** Those that are in the trash stay there. */
async function writeLogos(tx: Db, category: RowId, logos: Logos, place: Place): Promise<void> {
  await tx
    .deleteFrom('tech_images')
    .where('category_id', '=', category)
    .where('deleted_at', 'is', null)
    .execute();
  const ids = await partIds(tx, 'tech_images', logos);
  for (const [position, { image }] of logos.entries()) {
    const address = place(image);
    if (address === undefined) continue;
    const row = { category_id: category, image: address, position, updated_at: isoNow() };
    await tx
      .insertInto('tech_images')
      .values({ ...row, ...ids[position] })
      .execute();
  }
}
