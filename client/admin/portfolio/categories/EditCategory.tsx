import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/category.ts';
import { callApi, readApi } from '../../../api/call.ts';
import { FormDialogBody } from '../../../forms/FormDialog.tsx';
import { EntityDialog } from '../../shared/EntityDialog.tsx';
import { categoryToEditQuery } from '../category-to-edit.ts';
import { refreshPortfolio } from '../refresh-portfolio.ts';
import { useStoredImages } from '../use-stored-images.ts';
import { CategoryFields } from './CategoryFields.tsx';
import { updateCategoryForm } from './category-form-data.ts';
import { useCategoryForm } from './use-category-form.ts';

const submitLabel = 'Save changes';

interface EditCategoryProps {
  id: Id;
  onClose: () => void;
}

/** Fetches the category and opens the form on it. */
export function EditCategory({ id, onClose }: EditCategoryProps) {
  return (
    <EntityDialog
      title="Edit category"
      what="category"
      query={useQuery(categoryToEditQuery(id))}
      submitLabel={submitLabel}
      onClose={onClose}
    >
      {(category) => <EditForm category={category} onDone={onClose} />}
    </EntityDialog>
  );
}

/**
 * docs/product.md §5, edit category: its logos are removed one by one, at once, and come back when the form is closed without
 * a save; further ones are added when it is saved.
 */
function EditForm({ category, onDone }: { category: Category; onDone: () => void }) {
  const queries = useQueryClient();
  const { queryKey } = categoryToEditQuery(category.id);
  const logos = useStoredImages({
    call: 'deleteTechImage',
    resource: 'tech_image',
    images: category.tech_img,
    onRemoved: (logoId) => {
      queries.setQueryData(queryKey, (before) =>
        before ? { ...before, tech_img: before.tech_img.filter(({ id }) => id !== logoId) } : before,
      );
      refreshPortfolio(queries);
    },
    onRestored: () => {
      void queries.invalidateQueries({ queryKey });
      refreshPortfolio(queries);
    },
    addAgain: async (file) => {
      const params = { id: category.id };
      const { title } = await readApi('getSingleCategory', { params });
      const body = updateCategoryForm({ title, image: null, tech_image: [file] }, undefined);
      return callApi('updateProjectCategory', { params, body });
    },
  });
  const state = useCategoryForm(category, () => {
    logos.settle();
    onDone();
  });
  return (
    <FormDialogBody submitLabel={submitLabel} busyLabel={messages['busy.editing']} state={state}>
      <CategoryFields state={state} category={category} logos={logos} />
    </FormDialogBody>
  );
}
