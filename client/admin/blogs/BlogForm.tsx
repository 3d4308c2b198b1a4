import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { RichTextEditor } from '../../editor/RichTextEditor.tsx';
import { bindFields } from '../../forms/bind-fields.ts';
import { FormDialog, FormDialogBody } from '../../forms/FormDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { acceptOf, fileHint } from '../../ui/fields/file-problem.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import { HistoryButton } from '../shared/activity/use-history-item.tsx';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { PictureActions } from '../shared/pictures/PictureActions.tsx';
import { SmallPicture } from '../shared/pictures/SmallPicture.tsx';
import { usePictureTools } from '../shared/pictures/use-picture-tools.ts';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { Preview } from '../shared/publish/Preview.tsx';
import { ScheduleTool } from '../shared/publish/ScheduleTool.tsx';
import { ViewOnSite } from '../shared/publish/ViewOnSite.tsx';
import { SeoFields, type SeoValues } from '../shared/seo/SeoFields.tsx';
import { useFileChoice } from '../shared/use-file-choice.ts';
import { Versions } from '../shared/versions/Versions.tsx';
import { type BlogFormState, type BlogValues, useBlogForm } from './blog-form.ts';
import { blogToEditQuery, refreshBlogs } from './queries.ts';
import styles from './StatusField.module.css';

const choices = [
  { value: '1', label: 'Active' },
  { value: '0', label: 'Inactive' },
] as const;

/** The status of a post as in docs/product.md §5, and two buttons that set it. */
function StatusField({ form, busy }: { form: UseFormReturn<BlogValues>; busy: boolean }) {
  const typed = form.watch('is_active').trim();
  return (
    <div className={styles.status}>
      <TextField
        label="Status (1 active, 0 inactive)"
        hint="Visitors see active posts only."
        inputMode="numeric"
        autoComplete="off"
        readOnly={busy}
        error={form.formState.errors.is_active?.message}
        {...form.register('is_active')}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out beside the field */}
      <div className={styles.choices} role="group" aria-label="Set the status">
        {choices.map(({ value, label }) => (
          <Button
            key={value}
            variant="quiet"
            className={styles.choice}
            aria-pressed={typed === value}
            disabled={busy}
            onClick={() => form.setValue('is_active', value, { shouldDirty: true })}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

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
      <FormTools>
        <BlogPreview state={state} />
      </FormTools>
    </FormDialog>
  );
}

const submitLabel = 'Save changes';

interface EditBlogProps {
  id: Id;
  onClose: () => void;
}

/** Fetches the post and opens its form. A failure shows the texts of docs/product.md §8 and offers a retry. */
export function EditBlog({ id, onClose }: EditBlogProps) {
  const query = useQuery(blogToEditQuery(id));
  const { data: answer, isError, errorUpdatedAt, dataUpdatedAt } = query;
  const blog = answer?.status === 1 && !isError ? answer.data : undefined;
  const problem = isError
    ? deskMessages['blog.fetchError']
    : answer && !blog
      ? deskMessages['blog.fetchFailed']
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
  const queries = useQueryClient();
  const state = useBlogForm(blog, onDone);
  return (
    <FormDialogBody submitLabel={submitLabel} busyLabel={deskMessages['busy.editing']} state={state}>
      <BlogFields state={state} blog={blog} />
      <FormTools>
        <BlogPreview state={state} blog={blog} />
        <Versions resource="blog" id={blog.id} state={state} refresh={() => refreshBlogs(queries)} />
        {blog.is_active === 1 && <ViewOnSite path={pathTo('viewBlog', { id: blog.id })} />}
        <ScheduleTool
          resource="blog"
          id={blog.id}
          dirty={state.dirty}
          busy={state.busy}
          refresh={() => refreshBlogs(queries)}
        />
        <HistoryButton resource="blog" id={blog.id} name={blog.blog_title} />
      </FormTools>
    </FormDialogBody>
  );
}

interface BlogFieldsProps {
  state: BlogFormState;
  /** The stored post; undefined for a new one. */
  blog?: Blog;
}

function BlogPreview({ state, blog }: BlogFieldsProps) {
  return <Preview of={{ resource: 'blog', id: blog?.id }} values={state.form.getValues} busy={state.busy} />;
}

/** The fields of a post (docs/product.md §5). */
function BlogFields({ state, blog }: BlogFieldsProps) {
  const storedImage = blog?.blog_image ?? undefined;
  const pictureTools = usePictureTools();
  const { form, busy } = state;
  const { errors } = form.formState;
  const bind = bindFields(form, busy);
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
        {...bind('blog_title')}
      />
      <StatusField form={form} busy={busy} />
      <Controller
        control={form.control}
        name="description"
        render={({ field }) => (
          <RichTextEditor
            label="Description"
            toolbar="blog"
            title={form.watch('blog_title')}
            tools={pictureTools}
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
            actions={
              <>
                <SmallPicture file={field.value} sharpFrom={1200} />
                <PictureActions file={field.value} onSelect={chooseImage} disabled={busy} />
              </>
            }
            previewUrl={storedImage && isAllowedImage(storedImage) ? storedImage : undefined}
            current={storedImage ? 'The image of this post' : undefined}
            disabled={busy}
            error={errors.blog_image?.message}
            ref={field.ref}
          />
        )}
      />
      <SeoFields
        form={state.form as unknown as UseFormReturn<SeoValues>}
        busy={busy}
        path={pathTo('viewBlog', { id: blog?.id ?? 'new' })}
        title={form.watch('blog_title')}
        description={form.watch('description')}
        stored={blog?.share_image}
        // Undefined for a hidden post, which has no generated share image.
        made={blog?.is_active === 1 ? shareImagePath('post', blog.id) : undefined}
      />
    </>
  );
}
