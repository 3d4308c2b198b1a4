import { messages } from '#shared/messages.ts';
import { categoryInputSchema } from '#shared/schemas/category.ts';
import { type Problems, problemsOf } from '../../../forms/form-rules.ts';
import type { CategoryValues } from './category-form-data.ts';

/** In the order in which the form shows them: the first bad one gets the focus. */
export const categoryFields = ['title', 'image', 'tech_image'] as const;

/** docs/product.md §5, add category; when one is edited, image and logos are optional. */
export function categoryProblems(values: CategoryValues, isNew: boolean): Problems<CategoryValues> {
  return {
    ...problemsOf<CategoryValues>(categoryInputSchema, values),
    ...(isNew && !values.image && { image: messages['category.imageRequired'] }),
    ...(isNew && values.tech_image.length === 0 && { tech_image: messages['category.logosRequired'] }),
  };
}
