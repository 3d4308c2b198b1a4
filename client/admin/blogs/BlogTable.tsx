import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { momentOf } from '#shared/dates.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatLocalDay } from '../../ui/dates.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { EditIcon, TrashIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { IfSupported } from '../shared/IfSupported.tsx';
import { ScheduleNote } from '../shared/publish/ScheduleNote.tsx';
import { useSchedules } from '../shared/publish/schedule-calls.ts';
import { ViewOnSite } from '../shared/publish/ViewOnSite.tsx';
import styles from './BlogTable.module.css';
import { refreshBlogs } from './queries.ts';

interface BlogTableProps {
  blogs: readonly Blog[];
  /** True while the rows of the previous page stay on the screen because another page is loading. */
  stale: boolean;
  onEdit: (blog: Blog) => void;
  onDelete: (blog: Blog) => void;
}

/** The columns of docs/product.md §2.7: Title, Actions. */
export function BlogTable({ blogs, stale, onEdit, onDelete }: BlogTableProps) {
  const queries = useQueryClient();
  const { data: schedules } = useSchedules('blog', () => refreshBlogs(queries));
  return (
    <BlogFrame busy={stale}>
      {blogs.map((blog) => (
        <tr key={blog.id}>
          <td>
            <span className={classNames(layout.clampedName, styles.title)} lang={languageOf(blog.blog_title)}>
              {blog.blog_title}
            </span>
            <span className={styles.facts}>
              <span className={styles.state} data-active={blog.is_active === 1 || undefined}>
                {blog.is_active === 1 ? 'Active' : 'Inactive'}
              </span>
              <CreatedAt iso={blog.created_at} />
              <ScheduleNote schedule={schedules?.find(({ row_id: id }) => id === blog.id)} />
            </span>
          </td>
          <td>
            <span className={styles.actions}>
              {blog.is_active === 1 && (
                <ViewOnSite path={pathTo('viewBlog', { id: blog.id })} rowOf={blog.blog_title} />
              )}
              <IfSupported call="editBlog">
                <IconButton label={`Edit ${blog.blog_title}`} title="Edit" onClick={() => onEdit(blog)}>
                  <EditIcon />
                </IconButton>
              </IfSupported>
              <IfSupported call="deleteBlog">
                <IconButton label={`Delete ${blog.blog_title}`} title="Delete" onClick={() => onDelete(blog)}>
                  <TrashIcon />
                </IconButton>
              </IfSupported>
            </span>
          </td>
        </tr>
      ))}
    </BlogFrame>
  );
}

/** Placeholder rows, as high as real ones. */
export function BlogTableSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the posts…</VisuallyHidden>
      <BlogFrame busy>
        {['38%', '61%', '47%', '55%', '42%'].map((width) => (
          <tr key={width}>
            <td>
              <span className={classNames(layout.clampedName, styles.title)}>
                <Skeleton width={width} />
              </span>
              <span className={styles.facts}>
                <Skeleton width="8rem" />
              </span>
            </td>
            <td>
              <span className={styles.actions}>
                <Skeleton width="5rem" height="2.5rem" />
              </span>
            </td>
          </tr>
        ))}
      </BlogFrame>
    </>
  );
}

function BlogFrame({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Table label="Blogs" aria-busy={busy || undefined} className={busy ? styles.busy : undefined}>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col" className={styles.actionsHead}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

/**
 * The date of a post. A host may send a time that Date cannot parse; then nothing is shown instead of "Invalid Date".
 */
function CreatedAt({ iso }: { iso: string }) {
  const date = momentOf(iso);
  return date ? <time dateTime={date.toISOString()}>{formatLocalDay(iso)}</time> : null;
}
