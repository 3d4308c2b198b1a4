import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { post } from '#shared/entities/post.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { Button } from '../../ui/Button.tsx';
import { notify } from '../../ui/toast.ts';
import { EntityField, EntityFields, useOwnForm } from '../shared/EntityForm.tsx';
import { fetchOncePerForm } from '../shared/fetch-once-per-form.ts';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import { SeoFields } from '../shared/seo/SeoFields.tsx';
import { warnOfUndescribedImages } from '../shared/undescribed-images.ts';
import styles from './StatusField.module.css';

/** The post to edit. Errors have the texts of docs/product.md §8. */
function blogToEditQuery(id: Id) {
  return queryOptions({
    queryKey: ['blogToEdit', id],
    queryFn: async ({ signal }) => {
      const { status, data } = await callApi('singlePost', { params: { id }, signal, asStored: true }).catch(
        ({ status = 0 }: ApiError) => {
          throw new ApiError('blog.fetchError', status, { message: deskMessages['blog.fetchError'] });
        },
      );
      if (status === 1 && data) return data;
      throw new ApiError('blog.fetchFailed', 404, { message: deskMessages['blog.fetchFailed'] });
    },
    ...fetchOncePerForm,
  });
}

interface BlogDialogProps {
  /** The post to edit; undefined for a new one. */
  id?: Id;
  onClose: () => void;
}

/** The form of a post in its dialog. */
export function BlogDialog({ id, onClose }: BlogDialogProps) {
  const { error, errorUpdatedAt } = useQuery({ ...blogToEditQuery(id ?? 0), enabled: id !== undefined });
  useEffect(() => {
    if (error && errorUpdatedAt) notify.error(error.message);
  }, [error, errorUpdatedAt]);
  const path = pathTo('viewBlog', { id: id ?? 'new' });
  return (
    <RecordDialog
      id={id}
      noun={post}
      schema={blogInputSchema}
      kind="blog"
      what="post"
      title={id === undefined ? 'Add blog' : 'Edit blog'}
      calls={['saveBlog', 'editBlog']}
      query={blogToEditQuery}
      errorIsTitle
      options={(blog) => ({
        idAs: 'blog_id',
        says: { saved: blog ? 'blog.updated' : 'blog.added' },
        // Any text is accepted as a status, because the API host decides which values are valid: only an empty one is
        // an error (docs/product.md §5).
        problemsOf: (values, rules) => rules({ ...values, is_active: values.is_active.trim() && '1' }, !blog),
        warn: ({ is_active, description }) =>
          is_active.trim() === '1'
            ? warnOfUndescribedImages(description, blog?.is_active === 1 ? blog.description : '')
            : undefined,
        // docs/product.md §4: an answer without success closes the form; the draft retains the input.
        onRefused: onClose,
      })}
      onClose={onClose}
    >
      {(blog) => {
        const isShown = blog?.is_active === 1;
        return (
          <>
            <EntityFields
              props={{
                description: { toolbar: 'blog' },
                blog_image: {
                  hint: '{file}. Wide images work best: cards show 3:2, the post shows 21:9.',
                  stored: 'The image of this post',
                  below: (file) => <SmallPicture file={file} sharpFrom={1200} />,
                },
              }}
              instead={{ is_active: <StatusField /> }}
            />
            {/* A hidden post has no generated share image. */}
            <SeoFields path={path} made={isShown ? shareImagePath('post', blog.id) : undefined} />
            <FormTools path={isShown ? path : undefined} />
          </>
        );
      }}
    </RecordDialog>
  );
}

/** The status of a post as in docs/product.md §5, and two buttons that set it. */
function StatusField() {
  const { form, busy } = useOwnForm();
  const typed = form.watch('is_active').trim();
  return (
    <div className={styles.status}>
      <EntityField
        name="is_active"
        label="Status (1 active, 0 inactive)"
        hint="Visitors see active posts only."
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out beside the field */}
      <div className={styles.choices} role="group" aria-label="Set the status">
        {['1', '0'].map((value) => (
          <Button
            key={value}
            variant="quiet"
            className={styles.choice}
            aria-pressed={typed === value}
            disabled={busy}
            onClick={() => form.setValue('is_active', value, { shouldDirty: true })}
          >
            {value === '1' ? 'Active' : 'Inactive'}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface SmallPictureProps {
  file: File | null | undefined;
  /** Minimum width in pixels at which the picture looks sharp where it is shown. */
  sharpFrom: number;
}

/**
 * Warns that a chosen picture has fewer pixels than the place where it is shown needs. The picture can still be used.
 */
function SmallPicture({ file, sharpFrom }: SmallPictureProps) {
  const [measured, setMeasured] = useState<{ file: File; width: number }>();
  useEffect(() => {
    if (!file) return;
    createImageBitmap(file).then(
      (bitmap) => {
        setMeasured({ file, width: bitmap.width });
        bitmap.close();
      },
      // The file is not a picture. Another component reports that.
      () => {},
    );
  }, [file]);
  const width = measured?.file === file ? measured?.width : undefined;
  if (width === undefined || width >= sharpFrom) return null;
  return (
    <p role="status">
      This picture is only {width} pixels wide, and will look small. From {sharpFrom} pixels on it is sharp.
    </p>
  );
}
