import { limits } from '#shared/limits.ts';
import { type Category, categoryChangeSchema, categoryInputSchema } from '#shared/schemas/category.ts';
import type { RowId } from '../../database/row-id.ts';
import { titleKey } from '../../database/title-key.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Handlers } from '../calls.ts';
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

export function categoryHandlers(db: Db, media: MediaStore): Handlers {
  return {
    async getProjectCategory(call) {
      const found = await pageOfCategories(db, call.page);
      const categories = found.data.map(presentCategory);
      return { data: { ...found, data: await withDetails(db, categories, imagesIn) } };
    },
    async getSingleCategory(call) {
      const category = await findCategory(db, call.id);
      assertThat(category, 'category.notFound', 404);
      const shown = presentCategory(category);
      return { data: await withDetailsOf(db, shown, imagesIn(shown)) };
    },
    async getCategoryByTitle(call) {
      const category = await findCategoryByTitle(db, call.query.title);
      assertThat(category, 'category.notFound', 404);
      const shown = presentCategory(category);
      return { data: await withDetailsOf(db, shown, imagesIn(shown)) };
    },
    async addProjectCategory(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const input = formFields(categoryInputSchema, form, errors);
      const [image] = form.files('image');
      const logos = form.files('tech_image');
      if (!image) errors.add('image', 'category.imageRequired');
      if (logos.length === 0) errors.add('tech_image', 'category.logosRequired');
      errors.throwIfAny();
      assertThat(input && image, 'fields.invalid', 422);
      const { title } = input;
      const category = await media.change(
        [image, ...logos],
        async ({ tx, addressOf }) => {
          await refuseNamesake(tx, title);
          const id = await insertCategory(tx, { title, image: addressOf(image) });
          await appendLogos(tx, id, logos.map(addressOf));
          const added = await findCategory(tx, id);
          if (added) await noteEdit(tx, 'categories', added.category, nameOf(call.admin));
          return added;
        },
        { who: nameOf(call.admin) },
      );
      assertThat(category, 'category.notFound', 404);
      return { data: presentCategory(category), message: 'category.added' };
    },
    async updateProjectCategory(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const input = formFields(categoryChangeSchema, form, errors);
      errors.throwIfAny();
      assertThat(input, 'fields.invalid', 422);
      const { title, updated_at: version } = input;
      const [image] = form.files('image');
      const logos = form.files('tech_image');
      const files = image ? [image, ...logos] : logos;
      const category = await media.change(
        files,
        async ({ tx, addressOf, drop }) => {
          const before = await findCategory(tx, call.id);
          assertThat(before, 'category.notFound', 404);
          await assertNotNewer(tx, 'categories', version, before.category);
          if (before.logos.length + logos.length > limits.categoryLogos) {
            errors.add('tech_image', 'upload.tooMany', { field: 'tech_image', limit: limits.categoryLogos });
            errors.throwIfAny();
          }
          // Two that are alike since before can still be changed, as long as they keep their names.
          if (titleKey(title) !== before.category.title_key) await refuseNamesake(tx, title, call.id);
          if (image) drop(before.category.image);
          await updateCategory(tx, before.category, { title, ...(image && { image: addressOf(image) }) });
          await appendLogos(tx, call.id, logos.map(addressOf));
          const after = await findCategory(tx, call.id);
          if (after) await noteEdit(tx, 'categories', after.category, nameOf(call.admin));
          return after;
        },
        { who: nameOf(call.admin) },
      );
      assertThat(category, 'category.notFound', 404);
      return { data: presentCategory(category), message: 'category.updated' };
    },
    async deleteProjectCategory(call) {
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
    },
    async deleteTechImage(call) {
      await db.transaction().execute(async (tx) => {
        if (await softDeleteLogoUnlessLast(tx, call.id))
          return noteDeletions(tx, 'tech_images', [call.id], call.admin?.id);
        assertThat(await findLogo(tx, call.id), 'image.notFound', 404);
        throw new AppError('image.lastOne', 422);
      });
      return { data: null, message: 'image.deleted' };
    },
  };
}

/** Titles are addresses: of two that differ in case or blanks alone, one would hide the other. */
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
