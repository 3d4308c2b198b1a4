import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { pageOf, usePageNumber, useStepsOut } from '../../use-page-number.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { PagedList } from '../shared/PagedList.tsx';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { AddBlog, EditBlog } from './BlogForm.tsx';
import { BlogTable, BlogTableSkeleton } from './BlogTable.tsx';
import { blogsQuery, refreshBlogs, useBlogs } from './queries.ts';

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; blog: Blog };

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(blogsQuery(pageOf(search)));
});

/** docs/product.md §2, admin Blogs screen. */
export function Component() {
  const [page, showPage] = usePageNumber();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const { data: list } = useBlogs(page);

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
          <Button onClick={() => setDialog({ kind: 'add' })}>
            <PlusIcon /> Add blog
          </Button>
        }
      />
      <BlogList
        page={page}
        showPage={showPage}
        onAdd={() => setDialog({ kind: 'add' })}
        onEdit={(blog) => setDialog({ kind: 'edit', blog })}
        onDelete={(blog) => setDialog({ kind: 'delete', blog })}
      />
      {dialog?.kind === 'add' && <AddBlog onClose={close} />}
      {dialog?.kind === 'edit' && <EditBlog id={dialog.blog.id} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteBlog blog={dialog.blog} onDeleted={afterDelete} onClose={close} />}
    </>
  );
}

interface BlogListProps {
  page: number;
  showPage: (page: number, how?: { replace: boolean }) => void;
  onAdd: () => void;
  onEdit: (blog: Blog) => void;
  onDelete: (blog: Blog) => void;
}

/** The list in each of its states: loading, failed, empty, and rows with their pages. */
function BlogList({ page, showPage, onAdd, onEdit, onDelete }: BlogListProps) {
  return (
    <PagedList
      list={useBlogs(page)}
      what="posts"
      label="Pages of blogs"
      page={page}
      showPage={showPage}
      skeleton={<BlogTableSkeleton />}
      empty={
        <EmptyState
          title="No posts yet"
          text="Posts appear on the site as soon as they are active."
          action={
            <Button onClick={onAdd}>
              <PlusIcon /> Write the first post
            </Button>
          }
        />
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
    deleted: messages['blog.deleted'],
    failed: messages['blog.deleteFailed'],
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
      title={messages['dialog.confirmDelete']}
      text={messages['dialog.deleteBlog']}
      confirmLabel="Delete"
      busyLabel={messages['busy.deleting']}
      busy={deleting !== undefined}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
