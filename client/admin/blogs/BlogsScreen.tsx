import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { type Blog, post } from '#shared/entities/post.ts';
import { type Id, readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { fetchOncePerForm, listQuery, refresh } from '../../api/call-query.ts';
import { useDeskSupports } from '../../api/host-support.ts';
import { useOpenForm } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { notify } from '../../ui/toast.ts';
import { useStepsOut } from '../../use-page-number.ts';
import { guardedLoader } from '../screens.tsx';
import { useMay } from '../shared/access.tsx';
import { deletionOf, useDeleteWithUndo, useQuestion } from '../shared/calls.tsx';
import { EntityFields, type FieldSlot } from '../shared/EntityForm.tsx';
import { type ListParams, ListSearch, oneOf, readParams, useListParams } from '../shared/PagedList.tsx';
import { StoredSchedule } from '../shared/publish/form-tools.tsx';
import { ScheduleNote, useHostSchedules, useSchedules } from '../shared/publish/ScheduleNote.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import { AddRecord, RecordList, RecordsScreen } from '../shared/RecordsScreen.tsx';
import { SeoFields } from '../shared/seo/SeoFields.tsx';
import { warnOfUndescribedImages } from '../shared/undescribed-images.ts';
import styles from './BlogsScreen.module.css';
import statusStyles from './StatusField.module.css';

const readers = { active: oneOf(['1', '0']), scheduled: oneOf(['1']) };

/** All posts, or those that match a search or a filter. */
function blogsQuery({ page, search, active, scheduled }: ReturnType<typeof readParams<typeof readers>>) {
  const isAll = !search && !active && !scheduled;
  return listQuery(
    isAll ? 'blogs' : 'searchBlogs',
    isAll ? { page } : { page, search, ...(active ? { is_active: active } : { scheduled }) },
  );
}

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(blogsQuery(readParams(search, readers)));
});

/** docs/product.md §2, admin Blogs screen. */
export function Component() {
  const params = useListParams(readers);
  const { search, active, scheduled } = params.filters;
  const tab = active ?? (scheduled && 'scheduled') ?? 'all';
  const queries = useQueryClient();
  const { data: schedules } = useSchedules('blog', () => refresh(queries, 'blog'));
  // The draft of the post stays stored: after an undo, the admin who edits the post finds the unsaved input again.
  const { remove } = useDeleteWithUndo({
    ...deletionOf('blog'),
    failed: deskMessages['blog.deleteFailed'],
  });
  const [ask, question] = useQuestion(({ id }: Blog) => ({
    text: deskMessages['dialog.deleteBlog'],
    onConfirm: () => remove(id),
  }));

  return (
    <RecordsScreen noun={post} title="Blogs" before={<BackButton />} add="Add blog" Form={BlogDialog}>
      <div className={styles.bar}>
        <BlogTabs tab={tab} onTab={params.change} />
        <ListSearch
          call="searchBlogs"
          label="Search posts"
          placeholder="Title or first words"
          params={params}
        />
      </div>
      <RecordList
        noun={post}
        list={useQuery(blogsQuery(params.filters))}
        params={params}
        name="Blogs"
        pages="Pages of blogs"
        // A number for every page (docs/product.md §2.7).
        window={Number.POSITIVE_INFINITY}
        searches={tab === 'all' ? 'titles and the first words of the text' : undefined}
        empty={
          tab === 'all'
            ? {
                title: 'No posts yet',
                text: 'Posts appear on the site as soon as they are active.',
                action: <AddRecord noun={post}>Write the first post</AddRecord>,
              }
            : {
                title: 'No post matches',
                text: `Try another tab${search ? ' or fewer words' : ''}.`,
                action: (
                  <Button variant="quiet" onClick={params.clear}>
                    Show all posts
                  </Button>
                ),
              }
        }
        facts={(blog) => <ScheduleNote schedule={schedules?.find(({ row_id: id }) => id === blog.id)} />}
        onDelete={ask}
      />
      {question}
    </RecordsScreen>
  );
}

/** The tabs of the list: the values of `active`, and the posts with a schedule. */
const tabs = [
  { value: 'all', label: 'All' },
  { value: '1', label: 'Active' },
  { value: '0', label: 'Inactive' },
  { value: 'scheduled', label: 'Scheduled' },
];

/** Tabs that filter the list; a tab is shown only if the host supports its filter. */
function BlogTabs({ tab, onTab }: { tab: string; onTab: ListParams['change'] }) {
  const tells = useDeskSupports('searchBlogs');
  const schedules = useHostSchedules();
  if (!tells) return null;
  return (
    <SegmentedControl
      label="Which posts"
      hideLabel
      value={tab}
      options={tabs.filter(({ value }) => value !== 'scheduled' || schedules || tab === value)}
      onChange={(chosen) =>
        onTab({ active: readers.active(chosen), scheduled: chosen === 'scheduled' ? '1' : undefined })
      }
    />
  );
}

/** Goes back from Blogs to the previous screen, or to the dashboard if the screen was opened by its URL. */
function BackButton() {
  const navigate = useNavigate();
  const stepsOut = useStepsOut();
  const back = () => void (stepsOut === undefined ? navigate(pathTo('adminDashboard')) : navigate(-stepsOut));
  return (
    <IconButton label="Back" onClick={back}>
      <ArrowLeftIcon />
    </IconButton>
  );
}

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
function BlogDialog({ id, onClose }: BlogDialogProps) {
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
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
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
