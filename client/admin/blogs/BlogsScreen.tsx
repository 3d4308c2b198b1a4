import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { useDeskSupports } from '../../api/host-support.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useListParams, usePageNumber, useStepsOut } from '../../use-page-number.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { IfSupported } from '../shared/IfSupported.tsx';
import { ListSearch, NothingFound, useListSearch } from '../shared/ListSearch.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { useHostSchedules } from '../shared/publish/schedule-calls.ts';
import { FormForRole } from '../shared/RoleRefused.tsx';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { AddBlog, EditBlog } from './BlogForm.tsx';
import styles from './BlogsScreen.module.css';
import { BlogTable, BlogTableSkeleton } from './BlogTable.tsx';
import {
  type BlogFilters,
  type BlogTab,
  blogFiltersOf,
  blogsQuery,
  blogTabs,
  refreshBlogs,
  useBlogs,
  withTab,
} from './queries.ts';

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(blogsQuery(blogFiltersOf(search)));
});

/** docs/product.md §2, admin Blogs screen. */
export function Component() {
  const [page, showPage] = usePageNumber();
  const form = useOpenForm();
  const [deleting, setDeleting] = useState<Blog>();
  const add = () => form.show('new');
  const edited = idInFormName(form.open);
  const [params, setParams] = useListParams();
  const filters = blogFiltersOf(params);
  const [search, setSearch] = useListSearch();
  const { data: list } = useBlogs(filters);

  const afterDelete = () => {
    // After the last row of the last page is deleted, that page is empty, so the previous page is shown.
    if (list?.data.length === 1 && page > 1) showPage(page - 1, { replace: true });
  };

  return (
    <>
      <PageTitle>Blogs</PageTitle>
      <ScreenHeader
        title="Blogs"
        before={<BackButton />}
        actions={
          <IfSupported call="saveBlog">
            <Button onClick={add}>
              <PlusIcon /> Add blog
            </Button>
          </IfSupported>
        }
      />
      <div className={styles.bar}>
        <BlogTabs tab={filters.tab} onTab={(tab) => setParams((before) => withTab(before, tab))} />
        <ListSearch
          call="searchBlogs"
          label="Search posts"
          placeholder="Title or first words"
          value={search}
          onSearch={setSearch}
        />
      </div>
      <BlogList
        filters={filters}
        onClear={() => setParams(() => '')}
        showPage={showPage}
        onAdd={add}
        onEdit={(blog) => form.edit(blog.id)}
        onDelete={setDeleting}
      />
      {form.open === 'new' && (
        <FormForRole call="saveBlog" onClose={form.close}>
          <AddBlog onClose={form.close} />
        </FormForRole>
      )}
      {edited !== undefined && (
        <FormForRole call="editBlog" onClose={form.close}>
          <EditBlog key={edited} id={edited} onClose={form.close} />
        </FormForRole>
      )}
      {deleting && (
        <DeleteBlog blog={deleting} onDeleted={afterDelete} onClose={() => setDeleting(undefined)} />
      )}
    </>
  );
}

const tabLabels: Record<BlogTab, string> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  scheduled: 'Scheduled',
};

/** Tabs that filter the list; a tab is shown only if the host supports its filter. */
function BlogTabs({ tab, onTab }: { tab: BlogTab; onTab: (tab: BlogTab) => void }) {
  const tells = useDeskSupports('searchBlogs');
  const schedules = useHostSchedules();
  if (!tells) return null;
  const shown = blogTabs.filter((each) => each !== 'scheduled' || schedules || tab === each);
  return (
    <SegmentedControl
      label="Which posts"
      hideLabel
      value={tab}
      options={shown.map((value) => ({ value, label: tabLabels[value] }))}
      onChange={onTab}
    />
  );
}

interface BlogListProps {
  filters: BlogFilters;
  onClear: () => void;
  showPage: (page: number, how?: { replace: boolean }) => void;
  onAdd: () => void;
  onEdit: (blog: Blog) => void;
  onDelete: (blog: Blog) => void;
}

/** The list in each of its states: loading, failed, empty, and rows with pagination. */
function BlogList({ filters, onClear, showPage, onAdd, onEdit, onDelete }: BlogListProps) {
  const { search, tab } = filters;
  return (
    <PagedList
      list={useBlogs(filters)}
      what="posts"
      label="Pages of blogs"
      page={filters.page}
      showPage={showPage}
      skeleton={<BlogTableSkeleton />}
      empty={
        tab !== 'all' ? (
          <EmptyState
            title="No post matches"
            text={`Try another tab${search ? ' or fewer words' : ''}.`}
            action={
              <Button variant="quiet" onClick={onClear}>
                Show all posts
              </Button>
            }
          />
        ) : search ? (
          <NothingFound
            what="post"
            text="The search covers titles and the first words of the text."
            onClear={onClear}
          />
        ) : (
          <EmptyState
            title="No posts yet"
            text="Posts appear on the site as soon as they are active."
            action={
              <IfSupported call="saveBlog">
                <Button onClick={onAdd}>
                  <PlusIcon /> Write the first post
                </Button>
              </IfSupported>
            }
          />
        )
      }
    >
      {({ data }, stale) => <BlogTable blogs={data} stale={stale} onEdit={onEdit} onDelete={onDelete} />}
    </PagedList>
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

interface DeleteBlogProps {
  blog: Blog;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation with the text of docs/product.md §2 and deletes the post. A toast offers to restore it. */
function DeleteBlog({ blog, onDeleted, onClose }: DeleteBlogProps) {
  const queries = useQueryClient();
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'blog',
    call: 'deleteBlog',
    deleted: deskMessages['blog.deleted'],
    failed: deskMessages['blog.deleteFailed'],
    refresh: () => refreshBlogs(queries),
  });
  const confirm = async () => {
    // The draft of the post stays stored: after an undo, the admin who edits the post finds the unsaved input again.
    if (await remove(blog.id)) onDeleted();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={deskMessages['dialog.confirmDelete']}
      text={deskMessages['dialog.deleteBlog']}
      confirmLabel="Delete"
      busyLabel={deskMessages['busy.deleting']}
      busy={deleting !== undefined}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
