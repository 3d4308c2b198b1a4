import type { Category } from '#shared/schemas/category.ts';
import type { Engine } from '../../../support/engines.ts';
import { categoryForm, withTexts } from '../../../support/forms.ts';

/** Adds a category with two logos. */
export async function makeCategory({ admin }: Engine, title?: string): Promise<Category> {
  const form = await categoryForm();
  return await admin.read('addProjectCategory', title === undefined ? form : withTexts(form, { title }));
}
