import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { line } from '#shared/schemas/fields.ts';
import { type Problems, problemOf } from '../../../forms/form-rules.ts';
import type { CategoryValues } from './category-form-data.ts';

/** In the order in which the form shows them: the first bad one gets the focus. */
export const categoryFields = ['title', 'image', 'tech_image'] as const;

const title = line(limits.title, 'category.titleRequired');

/** docs/product.md §5, add category; when one is edited, image and logos are optional. */
export function categoryProblems(values: CategoryValues, isNew: boolean): Problems<CategoryValues> {
  const wrongTitle = problemOf(title, values.title);
  return {
    ...(wrongTitle && { title: wrongTitle }),
    ...(isNew && !values.image && { image: messages['category.imageRequired'] }),
    ...(isNew && values.tech_image.length === 0 && { tech_image: messages['category.logosRequired'] }),
  };
}
