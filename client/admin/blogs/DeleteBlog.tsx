import { messages } from '#shared/messages.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog/ConfirmDialog.tsx';
import { notify } from '../../ui/toast/toast.ts';
import { blogDrafts } from './form/blog-drafts.ts';
import { useDeleteBlog } from './queries/delete-blog.ts';

interface DeleteBlogProps {
  blog: Blog;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks, in the words of SPEC §2, and deletes. */
export function DeleteBlog({ blog, onDeleted, onClose }: DeleteBlogProps) {
  const deleting = useDeleteBlog();
  const confirm = async () => {
    const deleted = await deleting.mutateAsync(blog.id).then(
      (answer) => answer.status === 1,
      // The request helper has logged why.
      () => false,
    );
    if (deleted) {
      blogDrafts.drop(blog.id);
      onDeleted();
      notify.success(messages['blog.deleted']);
    } else notify.error(messages['blog.deleteFailed']);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={messages['dialog.confirmDelete']}
      text={messages['dialog.deleteBlog']}
      confirmLabel="Delete"
      busyLabel={messages['busy.deleting']}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
