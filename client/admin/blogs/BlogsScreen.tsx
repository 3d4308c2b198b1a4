import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { type Blog, post } from '#shared/entities/post.ts';
import { pathTo } from '#shared/paths.ts';
import { listQuery, refresh } from '../../api/call-query.ts';
import { useDeskSupports } from '../../api/host-support.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { useStepsOut } from '../../use-page-number.ts';
import { deletionOf, useDeleteWithUndo, useQuestion } from '../shared/calls.tsx';
import { type ListParams, ListSearch, oneOf } from '../shared/PagedList.tsx';
import { ScheduleNote, useHostSchedules, useSchedules } from '../shared/publish/ScheduleNote.tsx';
import { AddRecord, RecordList, RecordsScreen } from '../shared/RecordsScreen.tsx';
import { screenList } from '../shared/screen-list.ts';
import { BlogDialog } from './BlogForm.tsx';
import styles from './BlogsScreen.module.css';

const readers = { active: oneOf(['1', '0']), scheduled: oneOf(['1']) };

/** All posts, or those that match a search or a filter. */
const blogs = screenList(readers, ({ page, search, active, scheduled }) => {
  const isAll = !search && !active && !scheduled;
  return listQuery(
    isAll ? 'blogs' : 'searchBlogs',
    isAll ? { page } : { page, search, ...(active ? { is_active: active } : { scheduled }) },
  );
});

export const { loader } = blogs;

/** docs/product.md §2, admin Blogs screen. */
export function Component() {
  const { params, list } = blogs.useList();
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
        list={list}
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
