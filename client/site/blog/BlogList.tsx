import type { UseQueryResult } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { translateError } from '../../api/api-error.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { BlogCard } from './BlogCard.tsx';
import styles from './BlogList.module.css';

interface BlogListProps {
  posts: UseQueryResult<CallData<'activeBlogs'>>;
  /** How many of the page's posts are shown; all when left out. */
  limit?: number;
  level?: 2 | 3;
}

/** Cards of posts in every state: loading, failed, none, some. */
export function BlogList({ posts, limit, level = 2 }: BlogListProps) {
  if (posts.isPending) return <Loading count={limit ?? 4} />;
  if (posts.isError) {
    return (
      <ErrorState
        title="We can’t show the posts right now"
        text={translateError(posts.error).message}
        onRetry={() => void posts.refetch()}
        busy={posts.isFetching}
      />
    );
  }
  const shown = posts.data.data.slice(0, limit);
  if (shown.length === 0) {
    return (
      <EmptyState
        art={<Pattern seed="no-posts" columns={8} rows={4} palette="paper" />}
        title="Nothing published yet"
        text="Our first post will appear here."
      />
    );
  }
  return (
    <div className={styles.list}>
      {shown.map((blog, index) => (
        <BlogCard key={blog.id} blog={blog} lead={index === 0} level={level} />
      ))}
    </div>
  );
}

function Loading({ count }: { count: number }) {
  return (
    <div className={styles.list}>
      <VisuallyHidden role="status">Loading posts…</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places that all look the same
        <div key={index} className={index === 0 ? styles.leadPlace : styles.place}>
          <Skeleton ratio="3 / 2" />
          <div className={styles.placeWords}>
            <Skeleton width="4rem" height="1.2em" />
            <Skeleton width="90%" height="2.2em" />
            <Skeleton width="100%" height="3.4em" />
          </div>
        </div>
      ))}
    </div>
  );
}
