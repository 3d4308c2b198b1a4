import { useEffect, useId, useMemo } from 'react';
import { messages } from '#shared/messages.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { ErrorState } from '../../../ui/error-state/ErrorState.tsx';
import { Loader } from '../../../ui/loader/Loader.tsx';
import { notify } from '../../../ui/toast/toast.ts';
import { useBlogToEdit } from '../queries/blog-to-edit.ts';
import { BlogDialog } from './BlogDialog.tsx';
import { BlogForm } from './BlogForm.tsx';

interface EditBlogProps {
  id: number;
  onClose: () => void;
}

/** Fetches the post and opens the form on it; a failure says the texts of SPEC §8 and offers to try again. */
export function EditBlog({ id, onClose }: EditBlogProps) {
  const { data: answer, isError, isFetching, errorUpdatedAt, dataUpdatedAt, refetch } = useBlogToEdit(id);
  const formId = useId();
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
    <BlogDialog id={id} formId={formId} ready={blog !== undefined} onClose={onClose}>
      {blog && <EditForm blog={blog} formId={formId} onDone={onClose} />}
      {!blog && problem && !isFetching && <ErrorState title={problem} onRetry={() => void refetch()} />}
      {!blog && (!problem || isFetching) && <Loader label="Loading the post" />}
    </BlogDialog>
  );
}

function EditForm({ blog, formId, onDone }: { blog: Blog; formId: string; onDone: () => void }) {
  const stored = useMemo(
    () => ({
      blog_title: blog.blog_title,
      is_active: String(blog.is_active),
      description: blog.description,
      blog_image: null,
    }),
    [blog],
  );
  return (
    <BlogForm
      id={blog.id}
      formId={formId}
      stored={stored}
      storedImage={blog.blog_image ?? undefined}
      onDone={onDone}
    />
  );
}
