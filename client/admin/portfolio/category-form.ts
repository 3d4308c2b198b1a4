import { useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { type Category, categoryInputSchema } from '#shared/schemas/category.ts';
import { callApi } from '../../api/call.ts';
import type { Stored } from '../../forms/conflict.ts';
import { type Problems, problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import { fieldOfWireName, isPlainFailure } from './form-problems.ts';
import { categoryToEditQuery, refreshPortfolio } from './queries.ts';
import { mainImage } from './stored-images.ts';

/** What the form of a category holds, under the names on the wire (docs/product.md §7). */
export interface CategoryValues {
  title: string;
  /** Null when none is chosen: the form library takes `undefined` for "no change". */
  image: File | null;
  /** The logos to add; those that the category has are no part of the form. */
  tech_image: File[];
}

/** docs/product.md §7, addProjectCategory: title, image, tech_image[]. */
export function addCategoryForm(values: CategoryValues): FormData {
  const form = titleAndImage(values);
  for (const logo of values.tech_image) form.append('tech_image[]', logo, logo.name);
  return form;
}

/**
 * docs/product.md §7, updateProjectCategory: title, image when another one was chosen, tech_image[{index}][file]. `version`
 * is ours: the `updated_at` that the edit began with; without it, what is stored is overwritten.
 */
export function updateCategoryForm(values: CategoryValues, version: string | undefined): FormData {
  const form = titleAndImage(values);
  for (const [index, logo] of values.tech_image.entries()) {
    form.append(`tech_image[${index}][file]`, logo, logo.name);
  }
  if (version) form.append('updated_at', version);
  return form;
}

function titleAndImage({ title, image }: CategoryValues): FormData {
  const form = new FormData();
  form.append('title', title.trim());
  if (image) form.append('image', image, image.name);
  return form;
}

/** In the order in which the form shows them: the first bad one gets the focus. */
const categoryFields = ['title', 'image', 'tech_image'] as const;

/** docs/product.md §5, add category; when one is edited, image and logos are optional. */
export function categoryProblems(values: CategoryValues, isNew: boolean): Problems<CategoryValues> {
  return {
    ...problemsOf<CategoryValues>(categoryInputSchema, values),
    ...(isNew && !values.image && { image: deskMessages['category.imageRequired'] }),
    ...(isNew && values.tech_image.length === 0 && { tech_image: deskMessages['category.logosRequired'] }),
  };
}

const empty: CategoryValues = { title: '', image: null, tech_image: [] };
const newRules = resolverOf((values: CategoryValues) => categoryProblems(values, true));
const editRules = resolverOf((values: CategoryValues) => categoryProblems(values, false));

/** State and actions of the form of one category, with the toasts of docs/product.md §8; of a new one without `category`. */
export function useCategoryForm(category: Category | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const failed = () => notify.error(textOf(category ? 'category.updateFailed' : 'category.addFailed'));

  return useResourceForm<CategoryValues>({
    draftKey: `category:${category ? formNameOf(category.id) : 'new'}`,
    ...(category ? storedOf(category) : { stored: empty }),
    resolver: category ? editRules : newRules,
    fields: categoryFields,
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
        return storedOf(await queries.fetchQuery({ ...categoryToEditQuery(category.id), staleTime: 0 }));
      },
    }),
  });
}

export type CategoryFormState = ReturnType<typeof useCategoryForm>;

function storedOf(category: Category): Stored<CategoryValues> {
  const { title, tech_img: logos, updated_at: version } = category;
  const beside = { image: mainImage(category), tech_img: logos.map(({ id }) => id) };
  return { stored: { ...empty, title }, version, beside };
}
