import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { refreshBlogs } from './refresh-blogs.ts';

interface DeleteBlogProps {
  blog: Blog;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks, in the words of docs/product.md §2, and deletes; the toast brings the post back. */
export function DeleteBlog({ blog, onDeleted, onClose }: DeleteBlogProps) {
  const queries = useQueryClient();
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'blog',
    call: 'deleteBlog',
    deleted: messages['blog.deleted'],
    failed: messages['blog.deleteFailed'],
    refresh: () => refreshBlogs(queries),
  });
  const confirm = async () => {
    // A draft of the post stays: the undo brings the post back, and whoever edits it finds what they had typed.
    if (await remove(blog.id)) onDeleted();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={messages['dialog.confirmDelete']}
      text={messages['dialog.deleteBlog']}
      confirmLabel="Delete"
      busyLabel={messages['busy.deleting']}
      busy={deleting !== undefined}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
