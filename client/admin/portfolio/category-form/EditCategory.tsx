import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/category.ts';
import { translateError } from '../../../api/api-error.ts';
import { FormDialogBody } from '../../../forms/dialog/FormDialogBody.tsx';
import { FormDialogFrame } from '../../../forms/dialog/FormDialogFrame.tsx';
import { ErrorState } from '../../../ui/error-state/ErrorState.tsx';
import { Loader } from '../../../ui/loader/Loader.tsx';
import { categoryToEditQuery, useCategoryToEdit } from '../queries/category-to-edit.ts';
import { refreshPortfolio } from '../queries/refresh-portfolio.ts';
import { useDeleteStoredImage } from '../stored-images/use-delete-stored-image.ts';
import { CategoryFields } from './CategoryFields.tsx';
import { useCategoryForm } from './use-category-form.ts';

const submitLabel = 'Save changes';

interface EditCategoryProps {
  id: number;
  onClose: () => void;
}

/** Fetches the category and opens the form on it. */
export function EditCategory({ id, onClose }: EditCategoryProps) {
  const { data: category, error, isFetching, refetch } = useCategoryToEdit(id);
  return (
    <FormDialogFrame title="Edit category" onClose={onClose} waitingFor={category ? undefined : submitLabel}>
      {category && <EditForm category={category} onDone={onClose} />}
      {!category && error && !isFetching && (
        <ErrorState
          title="The category could not be loaded"
          text={translateError(error).message}
          onRetry={() => void refetch()}
        />
      )}
      {!category && (!error || isFetching) && <Loader label="Loading the category" />}
    </FormDialogFrame>
  );
}

/** SPEC §5, edit category: its logos are deleted one by one, at once; further ones are added when the form is saved. */
function EditForm({ category, onDone }: { category: Category; onDone: () => void }) {
  const queries = useQueryClient();
  const state = useCategoryForm(category, onDone);
  const { remove, removing } = useDeleteStoredImage({
    call: 'deleteTechImage',
    count: category.tech_img.length,
    onDeleted: (logoId) => {
      queries.setQueryData(categoryToEditQuery(category.id).queryKey, (before) =>
        before ? { ...before, tech_img: before.tech_img.filter(({ id }) => id !== logoId) } : before,
      );
      refreshPortfolio(queries);
    },
  });
  return (
    <FormDialogBody submitLabel={submitLabel} busyLabel={messages['busy.editing']} state={state}>
      <CategoryFields state={state} category={category} onRemoveLogo={remove} removingLogo={removing} />
    </FormDialogBody>
  );
}
