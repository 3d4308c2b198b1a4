import { messages } from '#shared/messages.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { CategoryFields } from './CategoryFields.tsx';
import { useCategoryForm } from './use-category-form.ts';

/** docs/product.md §5, add category. */
export function AddCategory({ onClose }: { onClose: () => void }) {
  const state = useCategoryForm(undefined, onClose);
  return (
    <FormDialog
      title="Add category"
      submitLabel="Create"
      busyLabel={messages['busy.creating']}
      state={state}
      onClose={onClose}
    >
      <CategoryFields state={state} />
    </FormDialog>
  );
}
