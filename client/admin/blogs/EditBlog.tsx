import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { FormDialogBody } from '../../forms/FormDialog.tsx';
import { notify } from '../../ui/toast.ts';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { BlogFields } from './BlogFields.tsx';
import { blogToEditQuery } from './blog-to-edit.ts';
import { useBlogForm } from './use-blog-form.ts';

const submitLabel = 'Save changes';

interface EditBlogProps {
  id: Id;
  onClose: () => void;
}

/** Fetches the post and opens the form on it; a failure says the texts of docs/product.md §8 and offers to try again. */
export function EditBlog({ id, onClose }: EditBlogProps) {
  const query = useQuery(blogToEditQuery(id));
  const { data: answer, isError, errorUpdatedAt, dataUpdatedAt } = query;
  const blog = answer?.status === 1 && !isError ? answer.data : undefined;
  const problem = isError
    ? messages['blog.fetchError']
    : answer && !blog
      ? messages['blog.fetchFailed']
      : undefined;
  const failedAt = isError ? errorUpdatedAt : dataUpdatedAt;

  useEffect(() => {
    if (problem && failedAt) notify.error(problem);
  }, [problem, failedAt]);

  return (
    <EntityDialog
      title="Edit blog"
      what="post"
      query={{ ...query, data: blog, error: problem }}
      failure={problem}
      submitLabel={submitLabel}
      onClose={onClose}
    >
      {(stored) => <EditForm blog={stored} onDone={onClose} />}
    </EntityDialog>
  );
}

function EditForm({ blog, onDone }: { blog: Blog; onDone: () => void }) {
  const state = useBlogForm(blog, onDone);
  return (
    <FormDialogBody submitLabel={submitLabel} busyLabel={messages['busy.editing']} state={state}>
      <BlogFields state={state} storedImage={blog.blog_image ?? undefined} />
    </FormDialogBody>
  );
}
