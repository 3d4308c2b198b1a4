import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { momentOf } from '#shared/dates.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { listQuery, refresh } from '../../api/call-query.ts';
import { useDeskSupports } from '../../api/host-support.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { formatLocalDay } from '../../ui/dates.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ArrowLeftIcon, EditIcon, TrashIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useStepsOut } from '../../use-page-number.ts';
import { AddButton } from '../shared/access.tsx';
import { DataList, Entry } from '../shared/DataList.tsx';
import { useDeleteWithUndo, useQuestion } from '../shared/deletion.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { type ListParams, oneOf, readParams, useListParams } from '../shared/list-params.ts';
import { ListSearch } from '../shared/PagedList.tsx';
import { ScheduleNote, useHostSchedules, useSchedules } from '../shared/publish/ScheduleNote.tsx';
import { BlogDialog } from './BlogForm.tsx';
import styles from './BlogsScreen.module.css';

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
  const form = useOpenForm();
  const edited = idInFormName(form.open);
  const params = useListParams(readers);
  const { search, active, scheduled } = params.filters;
  const tab = active ?? (scheduled && 'scheduled') ?? 'all';
  const queries = useQueryClient();
  const { data: schedules } = useSchedules('blog', () => refresh(queries, 'blog'));
  // The draft of the post stays stored: after an undo, the admin who edits the post finds the unsaved input again.
  const { remove } = useDeleteWithUndo({
    resource: 'blog',
    call: 'deleteBlog',
    done: deskMessages['blog.deleted'],
    failed: deskMessages['blog.deleteFailed'],
    refresh: 'blog',
  });
  const [ask, question] = useQuestion(({ id }: Blog) => ({
    text: deskMessages['dialog.deleteBlog'],
    onConfirm: () => remove(id),
  }));
  const add = (label: string) => (
    <AddButton call="saveBlog" onClick={() => form.show('new')}>
      {label}
    </AddButton>
  );

  return (
    <>
      <ScreenHeader title="Blogs" before={<BackButton />} actions={add('Add blog')} />
      <div className={styles.bar}>
        <BlogTabs tab={tab} onTab={params.change} />
        <ListSearch
          call="searchBlogs"
          label="Search posts"
          placeholder="Title or first words"
          params={params}
        />
      </div>
      <DataList
        list={useQuery(blogsQuery(params.filters))}
        params={params}
        name="Blogs"
        what="posts"
        one="post"
        pages="Pages of blogs"
        // A number for every page (docs/product.md §2.7).
        window={Number.POSITIVE_INFINITY}
        searches={tab === 'all' ? 'titles and the first words of the text' : undefined}
        empty={
          tab === 'all'
            ? {
                title: 'No posts yet',
                text: 'Posts appear on the site as soon as they are active.',
                action: add('Write the first post'),
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
        columns={[
          {
            head: 'Title',
            cell: (blog) => (
              <Entry
                title={blog.blog_title}
                facts={
                  <>
                    <span className={styles.state} data-active={blog.is_active === 1 || undefined}>
                      {blog.is_active === 1 ? 'Active' : 'Inactive'}
                    </span>
                    <CreatedAt iso={blog.created_at} />
                    <ScheduleNote schedule={schedules?.find(({ row_id: id }) => id === blog.id)} />
                  </>
                }
              />
            ),
          },
        ]}
        titleOf={(blog) => blog.blog_title}
        buttons={({ id, is_active }) => (is_active === 1 ? pathTo('viewBlog', { id }) : undefined)}
        actions={(blog) => [
          { call: 'editBlog', label: 'Edit', Icon: EditIcon, onSelect: () => form.edit(blog.id) },
          { call: 'deleteBlog', label: 'Delete', Icon: TrashIcon, onSelect: () => ask(blog) },
        ]}
      />
      {(form.open === 'new' || edited !== undefined) && (
        <BlogDialog key={form.open} id={edited} onClose={form.close} />
      )}
      {question}
    </>
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

/**
 * The date of a post. A host may send a time that Date cannot parse; then nothing is shown instead of "Invalid Date".
 */
function CreatedAt({ iso }: { iso: string }) {
  const date = momentOf(iso);
  return date ? <time dateTime={date.toISOString()}>{formatLocalDay(iso)}</time> : null;
}
