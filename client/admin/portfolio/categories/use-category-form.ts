import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/category.ts';
import { callApi } from '../../../api/call.ts';
import { resolverOf } from '../../../forms/form-rules.ts';
import { useResourceForm } from '../../../forms/use-resource-form.ts';
import { notify } from '../../../ui/toast.ts';
import { categoryToEditQuery } from '../category-to-edit.ts';
import { fieldOfWireName, isPlainFailure } from '../form-problems.ts';
import { refreshPortfolio } from '../refresh-portfolio.ts';
import { addCategoryForm, type CategoryValues, updateCategoryForm } from './category-form-data.ts';
import { categoryFields, categoryProblems } from './category-rules.ts';

const empty: CategoryValues = { title: '', image: null, tech_image: [] };
const newRules = resolverOf((values: CategoryValues) => categoryProblems(values, true));
const editRules = resolverOf((values: CategoryValues) => categoryProblems(values, false));

/** State and actions of the form of one category, with the toasts of docs/product.md §8; of a new one without `category`. */
export function useCategoryForm(category: Category | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const failed = () => notify.error(messages[category ? 'category.updateFailed' : 'category.addFailed']);

  return useResourceForm<CategoryValues>({
    draftKey: `category:${category?.id ?? 'new'}`,
    stored: category ? valuesOf(category) : empty,
    version: category?.updated_at,
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
      notify.success(messages[category ? 'category.updated' : 'category.added']);
      onDone();
    },
    ...(category && {
      reload: async () => {
        // Into the query: the stored image and logos beside the form are then the newest, too.
        const newest = await queries.fetchQuery({ ...categoryToEditQuery(category.id), staleTime: 0 });
        return { stored: valuesOf(newest), version: newest.updated_at };
      },
    }),
  });
}

export type CategoryFormState = ReturnType<typeof useCategoryForm>;

function valuesOf({ title }: Category): CategoryValues {
  return { ...empty, title };
}
