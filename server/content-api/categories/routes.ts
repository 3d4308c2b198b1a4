import { limits } from '#shared/limits.ts';
import { type Category, categoryChangeSchema, categoryInputSchema } from '#shared/schemas/category.ts';
import type { LiveSite, Site } from '#shared/schemas/site.ts';
import type { RowId } from '../../database/row-id.ts';
import { titleKey } from '../../database/title-key.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { EngineAnswer, EngineCall, Handlers } from '../calls.ts';
import { noteEdit } from '../edits/repository.ts';
import type { MediaStore } from '../media/store.ts';
import { withDetails, withDetailsOf } from '../pictures/details.ts';
import { noteDeletions } from '../row-records/deletions-repository.ts';
import { softDeleteRow } from '../row-records/trash-repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { formFields } from '../validation/form-fields.ts';
import { presentCategory } from './present.ts';
import {
  appendLogos,
  findCategory,
  findCategoryByTitle,
  findLogo,
  findNamesake,
  insertCategory,
  pageOfCategories,
  softDeleteLogoUnlessLast,
  updateCategory,
} from './repository.ts';

/** The calls of docs/product.md §7 about categories and their logos. */
export function categoryHandlers(db: Db, media: MediaStore, site: LiveSite): Handlers {
  return {
    getProjectCategory: (call) => listCategories(db, call),
    getSingleCategory: async (call) => shownCategory(db, await findCategory(db, call.id)),
    getCategoryByTitle: async (call) => shownCategory(db, await findCategoryByTitle(db, call.query.title)),
    addProjectCategory: (call) => addCategory(media, call, site()),
    updateProjectCategory: (call) => changeCategory(media, call),
    deleteProjectCategory: (call) => deleteCategory(db, call),
    deleteTechImage: (call) => deleteLogo(db, call),
  };
}

async function listCategories(db: Db, call: EngineCall): Promise<EngineAnswer> {
  const found = await pageOfCategories(db, call.page);
  const categories = found.data.map(presentCategory);
  return { data: { ...found, data: await withDetails(db, categories, imagesIn) } };
}

async function shownCategory(
  db: Db,
  category: Awaited<ReturnType<typeof findCategory>>,
): Promise<EngineAnswer> {
  assertThat(category, 'category.notFound', 404);
  const shown = presentCategory(category);
  return { data: await withDetailsOf(db, shown, imagesIn(shown)) };
}

async function addCategory(media: MediaStore, call: EngineCall, site: Site): Promise<EngineAnswer> {
  const form = await call.form();
  const errors = new FieldErrors();
  const input = formFields(categoryInputSchema, form, errors);
  const [image] = form.files('image');
  const logos = form.files('tech_image');
  if (!image) errors.add('image', 'category.imageRequired');
  if (logos.length === 0 && site.pages.portfolio.made_with)
    errors.add('tech_image', 'category.logosRequired');
  errors.throwIfAny();
  assertThat(input && image, 'fields.invalid', 422);
  const { title } = input;
  const who = nameOf(call.admin);
  const category = await media.change(
    [image, ...logos],
    async ({ tx, addressOf }) => {
      await refuseNamesake(tx, title);
      const id = await insertCategory(tx, { title, image: addressOf(image) });
      await appendLogos(tx, id, logos.map(addressOf));
      return editedCategory(tx, id, who);
    },
    { who },
  );
  assertThat(category, 'category.notFound', 404);
  return { data: presentCategory(category), message: 'category.added' };
}

async function changeCategory(media: MediaStore, call: EngineCall): Promise<EngineAnswer> {
  const form = await call.form();
  const errors = new FieldErrors();
  const input = formFields(categoryChangeSchema, form, errors);
  errors.throwIfAny();
  assertThat(input, 'fields.invalid', 422);
  const { title, updated_at: version } = input;
  const [image] = form.files('image');
  const logos = form.files('tech_image');
  const who = nameOf(call.admin);
  const category = await media.change(
    image ? [image, ...logos] : logos,
    async ({ tx, addressOf, drop }) => {
      const before = await findCategory(tx, call.id);
      assertThat(before, 'category.notFound', 404);
      await assertNotNewer(tx, 'categories', version, before.category);
      refuseTooManyLogos(before.logos.length + logos.length);
      // Two categories that already share a title can still be changed, as long as their titles stay the same.
      if (titleKey(title) !== before.category.title_key) await refuseNamesake(tx, title, call.id);
      if (image) drop(before.category.image);
      await updateCategory(tx, before.category, { title, ...(image && { image: addressOf(image) }) });
      await appendLogos(tx, call.id, logos.map(addressOf));
      return editedCategory(tx, call.id, who);
    },
    { who },
  );
  assertThat(category, 'category.notFound', 404);
  return { data: presentCategory(category), message: 'category.updated' };
}

async function deleteCategory(db: Db, call: EngineCall): Promise<EngineAnswer> {
  await db.transaction().execute(async (tx) => {
    const found = await findCategory(tx, call.id);
    assertThat(found, 'category.notFound', 404);
    const { projects } = found;
    if (projects > 0) {
      throw new AppError('category.notEmpty', 409, { values: { projects }, data: { projects } });
    }
    await softDeleteRow(tx, 'categories', call.id, call.admin?.id);
  });
  return { data: null, message: 'category.deleted' };
}

async function deleteLogo(db: Db, call: EngineCall): Promise<EngineAnswer> {
  await db.transaction().execute(async (tx) => {
    if (await softDeleteLogoUnlessLast(tx, call.id))
      return noteDeletions(tx, 'tech_images', [call.id], call.admin?.id);
    assertThat(await findLogo(tx, call.id), 'image.notFound', 404);
    throw new AppError('image.lastOne', 422);
  });
  return { data: null, message: 'image.deleted' };
}

/** Records who edited the category, and returns it as it is after the edit. */
async function editedCategory(tx: Db, id: RowId, who: string) {
  const edited = await findCategory(tx, id);
  if (edited) await noteEdit(tx, 'categories', edited.category, who);
  return edited;
}

function refuseTooManyLogos(count: number): void {
  const limit = limits.categoryLogos;
  if (count <= limit) return;
  const errors = new FieldErrors();
  errors.add('tech_image', 'upload.tooMany', { field: 'tech_image', limit });
  errors.throwIfAny();
}

/**
 * Refuses a title that another category has, even if the two differ in case or blanks: a category is found by the
 * title in its URL.
 */
async function refuseNamesake(tx: Db, title: string, besides?: RowId): Promise<void> {
  const namesake = await findNamesake(tx, title, besides);
  if (!namesake) return;
  const errors = new FieldErrors();
  errors.add('title', 'category.titleTaken', { title: namesake.title });
  errors.throwIfAny();
}

function imagesIn({ image, tech_img }: Category) {
  return [image, ...tech_img.map((logo) => logo.image)];
}
