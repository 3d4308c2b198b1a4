import { messages } from '#shared/messages.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { BlogFields } from './BlogFields.tsx';
import { useBlogForm } from './use-blog-form.ts';

export function AddBlog({ onClose }: { onClose: () => void }) {
  const state = useBlogForm(undefined, onClose);
  return (
    <FormDialog
      title="Add blog"
      submitLabel="Create"
      busyLabel={messages['busy.creating']}
      state={state}
      onClose={onClose}
    >
      <BlogFields state={state} />
    </FormDialog>
  );
}
