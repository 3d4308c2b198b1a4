import { useQueryClient } from '@tanstack/react-query';
import { textOf } from '#shared/desk-messages.ts';
import { category as noun } from '#shared/entities/category.ts';
import { type Category, categoryInputSchema } from '#shared/schemas/category.ts';
import { callApi } from '../../api/call.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import {
  type EntityValues,
  entityForm,
  entityFormOptions,
  entityRules,
  storedEntity,
} from '../shared/entity-form.ts';
import { fieldOfWireName, isPlainFailure } from './form-problems.ts';
import { categoryToEditQuery, refreshPortfolio } from './queries.ts';
import { mainImage } from './stored-images.ts';

export type CategoryValues = EntityValues<typeof noun.fields>;

/** docs/product.md §7, addProjectCategory: title, image, tech_image[]. */
export function addCategoryForm(values: CategoryValues): FormData {
  return entityForm(noun.fields, values, { partName: (list) => `${list}[]` });
}

/**
 * docs/product.md §7, updateProjectCategory: title, image when another one was chosen, tech_image[{index}][file]. `version`
 * is ours: the `updated_at` that the edit began with; without it, what is stored is overwritten.
 */
export function updateCategoryForm(values: CategoryValues, version: string | undefined): FormData {
  const form = entityForm(noun.fields, values, { partName: (list, index) => `${list}[${index}][file]` });
  if (version) form.append('updated_at', version);
  return form;
}

/** docs/product.md §5, add category; when one is edited, image and logos are optional. */
export const categoryProblems = entityRules(noun.fields, categoryInputSchema);

/** State and actions of the form of one category, with the toasts of docs/product.md §8; of a new one without `category`. */
export function useCategoryForm(category: Category | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const failed = () => notify.error(textOf(category ? 'category.updateFailed' : 'category.addFailed'));

  return useResourceForm<CategoryValues>({
    ...entityFormOptions(noun, category && withMainImage(category), categoryProblems),
    fieldOf: fieldOfWireName<CategoryValues>,
    save: async (values, { signal, onUpload, version }) => {
      const sent = { signal, onUpload };
      const answer = category
        ? await callApi('updateProjectCategory', {
            params: { id: category.id },
            body: updateCategoryForm(values, version),
            ...sent,
          })
        : await callApi('addProjectCategory', { body: addCategoryForm(values), ...sent });
      if (answer.status !== 1) failed();
      return answer;
    },
    onFailed: (error) => {
      if (isPlainFailure(error)) failed();
    },
    onSaved: () => {
      refreshPortfolio(queries);
      notify.success(textOf(category ? 'category.updated' : 'category.added'));
      onDone();
    },
    ...(category && {
      reload: async () => {
        // Into the query: the stored image and logos beside the form are then the newest, too.
        const newest = await queries.fetchQuery({ ...categoryToEditQuery(category.id), staleTime: 0 });
        return storedEntity(noun.fields, withMainImage(newest));
      },
    }),
  });
}

export type CategoryFormState = ReturnType<typeof useCategoryForm>;

/** Has the main image under one of its two names, for the comparison with a newer version. */
const withMainImage = (category: Category) => ({ ...category, image: mainImage(category) });
