import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { usePageNumber, useStepsOut } from '../../use-page-number.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { ListSearch, NothingFound, useListSearch } from '../shared/ListSearch.tsx';
import { Offered } from '../shared/Offered.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { FormForRole } from '../shared/Refused.tsx';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { AddBlog, EditBlog } from './BlogForm.tsx';
import { BlogTable, BlogTableSkeleton } from './BlogTable.tsx';
import { type BlogFilters, blogFiltersOf, blogsQuery, refreshBlogs, useBlogs } from './queries.ts';

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
  const [params, setParams] = useSearchParams();
  const filters = blogFiltersOf(params);
  const [search, setSearch] = useListSearch();
  const { data: list } = useBlogs(filters);

  const afterDelete = () => {
    // The last row of the last page leaves an empty page behind.
    if (list?.data.length === 1 && page > 1) showPage(page - 1, { replace: true });
  };

  return (
    <>
      <PageTitle>Blogs</PageTitle>
      <ScreenHeader
        title="Blogs"
        before={<BackButton />}
        actions={
          <Offered call="saveBlog">
            <Button onClick={add}>
              <PlusIcon /> Add blog
            </Button>
          </Offered>
        }
      />
      <ListSearch
        call="searchBlogs"
        label="Search posts"
        placeholder="Title or first words"
        value={search}
        onSearch={setSearch}
      />
      <BlogList
        filters={filters}
        onClear={() => setParams({})}
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

interface BlogListProps {
  filters: BlogFilters;
  onClear: () => void;
  showPage: (page: number, how?: { replace: boolean }) => void;
  onAdd: () => void;
  onEdit: (blog: Blog) => void;
  onDelete: (blog: Blog) => void;
}

/** The list in each of its states: loading, failed, empty, and rows with their pages. */
function BlogList({ filters, onClear, showPage, onAdd, onEdit, onDelete }: BlogListProps) {
  const isNarrowed = filters.search !== '' || filters.is_active !== undefined;
  return (
    <PagedList
      list={useBlogs(filters)}
      what="posts"
      label="Pages of blogs"
      page={filters.page}
      showPage={showPage}
      skeleton={<BlogTableSkeleton />}
      empty={
        isNarrowed ? (
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
              <Offered call="saveBlog">
                <Button onClick={onAdd}>
                  <PlusIcon /> Write the first post
                </Button>
              </Offered>
            }
          />
        )
      }
    >
      {({ data }, stale) => <BlogTable blogs={data} stale={stale} onEdit={onEdit} onDelete={onDelete} />}
    </PagedList>
  );
}

/** Out of Blogs, to where the admin came from; to the dashboard when the screen was opened by its address. */
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

/** Asks, in the words of docs/product.md §2, and deletes; the toast brings the post back. */
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
    // A draft of the post stays: the undo brings the post back, and whoever edits it finds what they had typed.
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
