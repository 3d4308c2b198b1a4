import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { type Blog, post } from '#shared/entities/post.ts';
import { type Id, readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { fetchOncePerForm } from '../../api/call-query.ts';
import { useOpenForm } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import { useMay } from '../shared/access.tsx';
import { EntityFields, type FieldSlot } from '../shared/EntityForm.tsx';
import { StoredSchedule } from '../shared/publish/form-tools.tsx';
import { useHostSchedules } from '../shared/publish/ScheduleNote.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import { SeoFields } from '../shared/seo/SeoFields.tsx';
import { warnOfUndescribedImages } from '../shared/undescribed-images.ts';
import statusStyles from './StatusField.module.css';

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
  id: Id | undefined;
  onClose: () => void;
}

/** The form of a post in its dialog. */
export function BlogDialog({ id, onClose }: BlogDialogProps) {
  const { tool, goOn } = useOpenForm();
  const may = useMay();
  const schedules = useHostSchedules();
  // A post is scheduled once it is stored.
  const schedulesNew = useRef(false);
  const { error, errorUpdatedAt } = useQuery({ ...blogToEditQuery(id ?? 0), enabled: id !== undefined });
  useEffect(() => {
    if (error && errorUpdatedAt) notify.error(error.message);
  }, [error, errorUpdatedAt]);
  const path = pathTo('viewBlog', { id: id ?? 'new' });
  return (
    <RecordDialog
      id={id}
      noun={post}
      title={id === undefined ? 'Add blog' : 'Edit blog'}
      query={blogToEditQuery}
      size="full"
      errorIsTitle
      options={(blog) => ({
        idAs: 'blog_id',
        // Any text is accepted as a status, because the API host decides which values are valid: only an empty one is
        // an error (docs/product.md §5).
        problemsOf: (values, rules) => rules({ ...values, is_active: values.is_active.trim() && '1' }, !blog),
        warn: ({ is_active, description }) =>
          is_active.trim() === '1'
            ? warnOfUndescribedImages(description, blog?.is_active === 1 ? blog.description : '')
            : undefined,
        // docs/product.md §4: an answer without success closes the form; the draft retains the input.
        onRefused: onClose,
        onDone: ({ is_active }, { data }) => {
          const added = readId(String((data as Partial<Blog> | null)?.id ?? ''));
          if (schedulesNew.current && is_active.trim() === '0' && added !== undefined)
            goOn(added, 'schedule');
          else onClose();
        },
      })}
      buttons={({ form, row }) => {
        const write = (status: string, schedules = false) => {
          schedulesNew.current = schedules;
          form.setValue('is_active', status, { shouldDirty: true });
        };
        const schedule = row
          ? { label: 'Schedule…', tool: 'schedule' }
          : { label: 'Schedule…', before: () => write('0', true) };
        return {
          ways: [
            { label: 'Publish now', before: () => write('1') },
            ...(schedules && may('scheduleBlog') ? [schedule] : []),
            { label: 'Save inactive', before: () => write('0') },
          ],
        };
      }}
      start={tool}
      onClose={onClose}
    >
      {(blog) => {
        const isShown = blog?.is_active === 1;
        return (
          <EntityFields
            props={{
              is_active: { Own: StatusField },
              description: { toolbar: 'blog' },
              blog_image: {
                hint: '{file}. Wide images work best: cards show 3:2, the post shows 21:9.',
                stored: 'The image of this post',
                below: (file) => <SmallPicture file={file} sharpFrom={1200} />,
              },
            }}
          >
            {/* A hidden post has no generated share image. */}
            <SeoFields path={path} made={isShown ? shareImagePath('post', blog.id) : undefined} />
          </EntityFields>
        );
      }}
    </RecordDialog>
  );
}

/** Two buttons that set the status of a post, and folded behind them the status as in docs/product.md §5. */
function StatusField({ name, value, onChange, busy, error, ref }: FieldSlot) {
  const typed = value.trim();
  const number = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  // An error stands at the number.
  if (error && !open) setOpen(true);
  useImperativeHandle(ref, () => ({
    focus: () => {
      // The number cannot take the focus while it is folded.
      flushSync(() => setOpen(true));
      number.current?.focus();
    },
  }));
  return (
    <div className="stack2">
      <p className="type-label">Status</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row */}
      <div className="row2" role="group" aria-label="Set the status">
        {['1', '0'].map((status) => (
          <Button
            key={status}
            variant="quiet"
            className={statusStyles.choice}
            aria-pressed={typed === status}
            disabled={busy}
            onClick={() => onChange(status)}
          >
            {status === '1' ? 'Active' : 'Inactive'}
          </Button>
        ))}
      </div>
      <StoredSchedule />
      <details
        open={open}
        onToggle={({ currentTarget: details }) => {
          // An error stays in sight.
          details.open ||= error !== undefined;
          setOpen(details.open);
        }}
      >
        <summary className="note">As a number</summary>
        <TextField
          ref={number}
          name={name}
          label="Status (1 active, 0 inactive)"
          hint="Visitors see active posts only."
          inputMode="numeric"
          autoComplete="off"
          readOnly={busy}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      </details>
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
