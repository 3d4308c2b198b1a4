import { useEffect } from 'react';
import { messages } from '#shared/messages.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { FormDialogBody } from '../../../forms/dialog/FormDialogBody.tsx';
import { FormDialogFrame } from '../../../forms/dialog/FormDialogFrame.tsx';
import { ErrorState } from '../../../ui/error-state/ErrorState.tsx';
import { Loader } from '../../../ui/loader/Loader.tsx';
import { notify } from '../../../ui/toast/toast.ts';
import { useBlogToEdit } from '../queries/blog-to-edit.ts';
import { BlogFields } from './BlogFields.tsx';
import { useBlogForm } from './use-blog-form.ts';

const submitLabel = 'Save changes';

interface EditBlogProps {
  id: number;
  onClose: () => void;
}

/** Fetches the post and opens the form on it; a failure says the texts of docs/product.md §8 and offers to try again. */
export function EditBlog({ id, onClose }: EditBlogProps) {
  const { data: answer, isError, isFetching, errorUpdatedAt, dataUpdatedAt, refetch } = useBlogToEdit(id);
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
    <FormDialogFrame title="Edit blog" onClose={onClose} waitingFor={blog ? undefined : submitLabel}>
      {blog && <EditForm blog={blog} onDone={onClose} />}
      {!blog && problem && !isFetching && <ErrorState title={problem} onRetry={() => void refetch()} />}
      {!blog && (!problem || isFetching) && <Loader label="Loading the post" />}
    </FormDialogFrame>
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
