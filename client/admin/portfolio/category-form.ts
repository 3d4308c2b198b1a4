import { useQueryClient } from '@tanstack/react-query';
import { textOf } from '#shared/desk-messages.ts';
import { category as noun } from '#shared/entities/category.ts';
import { type Category, categoryInputSchema } from '#shared/schemas/category.ts';
import { callApi } from '../../api/call.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { useSite } from '../../site-info.ts';
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

type CategoryValues = EntityValues<typeof noun.fields>;

/**
 * Returns the body of updateProjectCategory (docs/product.md §7): title, image if a new one was chosen,
 * tech_image[{index}][file]. This product also sends `updated_at`: the `version` on which the edit is based. Without
 * it, the save overwrites the stored category even if another admin has changed it.
 */
export function updateCategoryForm(values: CategoryValues, version: string | undefined): FormData {
  const form = entityForm(noun.fields, values, { partName: (list, index) => `${list}[${index}][file]` });
  if (version) form.append('updated_at', version);
  return form;
}

const rules = entityRules(noun.fields, categoryInputSchema);

/**
 * Returns the errors of docs/product.md §5 for a category. Image and logos are required for a new category only, and
 * logos only where the site shows them (`withLogos`).
 */
function categoryProblems(values: CategoryValues, isNew: boolean, withLogos: boolean) {
  const { tech_image, ...problems } = rules(values, isNew);
  return withLogos && tech_image ? { ...problems, tech_image } : problems;
}

/**
 * State and actions of the form of one category, with the toasts of docs/product.md §8. Without `category`, the form
 * adds a new one.
 */
export function useCategoryForm(category: Category | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const withLogos = useSite().pages.portfolio.made_with;
  const failed = () => notify.error(textOf(category ? 'category.updateFailed' : 'category.addFailed'));

  return useResourceForm<CategoryValues>({
    ...entityFormOptions(noun, category && withMainImage(category), (values, isNew) =>
      categoryProblems(values, isNew, withLogos),
    ),
    fieldOf: fieldOfWireName<CategoryValues>,
    save: async (values, { signal, onUpload, version }) => {
      const sent = { signal, onUpload };
      const answer = category
        ? await callApi('updateProjectCategory', {
            params: { id: category.id },
            body: updateCategoryForm(values, version),
            ...sent,
          })
        : await callApi('addProjectCategory', {
            // docs/product.md §7: title, image, tech_image[].
            body: entityForm(noun.fields, values, { partName: (list) => `${list}[]` }),
            ...sent,
          });
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
        // Fetched through the query cache, so that the stored image and logos that the form shows are updated too.
        const newest = await queries.fetchQuery({ ...categoryToEditQuery(category.id), staleTime: 0 });
        return storedEntity(noun.fields, withMainImage(newest));
      },
    }),
  });
}

export type CategoryFormState = ReturnType<typeof useCategoryForm>;

/**
 * A host may send the main image as `image` or `images`. Moves it to `image`, so that two versions can be compared.
 */
const withMainImage = (category: Category) => ({ ...category, image: mainImage(category) });
