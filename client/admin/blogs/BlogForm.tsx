import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { RichTextEditor } from '../../editor/RichTextEditor.tsx';
import { FormDialog, FormDialogBody } from '../../forms/FormDialog.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { acceptOf, fileHint } from '../../ui/fields/file-problem.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { useFileChoice } from '../shared/use-file-choice.ts';
import { type BlogFormState, useBlogForm } from './blog-form.ts';
import { blogToEditQuery } from './queries.ts';

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

interface BlogFieldsProps {
  state: BlogFormState;
  /** The address of the stored image. */
  storedImage?: string | undefined;
}

/** The fields of a post (docs/product.md §5). */
function BlogFields({ state, storedImage }: BlogFieldsProps) {
  const { form, busy } = state;
  const { errors } = form.formState;
  const chooseImage = useFileChoice(
    'image',
    (file) => form.setValue('blog_image', file),
    (problem) => form.setError('blog_image', { type: 'file', message: problem }),
  );

  return (
    <>
      <TextField
        label="Title"
        dir="auto"
        maxLength={limits.title}
        autoComplete="off"
        // Not `disabled`: the form library reads no value of a disabled field, and the focus would be lost.
        readOnly={busy}
        error={errors.blog_title?.message}
        {...form.register('blog_title')}
      />
      <TextField
        label="Status (1 active, 0 inactive)"
        hint="Visitors see active posts only."
        inputMode="numeric"
        autoComplete="off"
        readOnly={busy}
        error={errors.is_active?.message}
        {...form.register('is_active')}
      />
      <Controller
        control={form.control}
        name="description"
        render={({ field }) => (
          <RichTextEditor
            label="Description"
            toolbar="blog"
            value={field.value}
            onChange={field.onChange}
            disabled={busy}
            error={errors.description?.message}
            ref={field.ref}
          />
        )}
      />
      <Controller
        control={form.control}
        name="blog_image"
        render={({ field }) => (
          <FileField
            label="Cover image"
            hint={`${fileHint('image')}. Wide images work best: cards show 3:2, the post shows 21:9.`}
            accept={acceptOf('image')}
            file={field.value ?? undefined}
            onSelect={chooseImage}
            previewUrl={storedImage && isAllowedImage(storedImage) ? storedImage : undefined}
            current={storedImage ? 'The image of this post' : undefined}
            disabled={busy}
            error={errors.blog_image?.message}
            ref={field.ref}
          />
        )}
      />
    </>
  );
}
