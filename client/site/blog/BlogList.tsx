import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { shortened } from '#shared/summary-text.ts';
import { blog as blogWords } from '#shared/words/en/blog.ts';
import { classNames } from '../../ui/class-names.ts';
import { widthsBeside } from '../../ui/Picture.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TitleHeading } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import { EmptyList, FailedRead, LoadingList } from '../PageStates.tsx';
import { BlogCover } from './BlogCover.tsx';
import { BlogDate } from './BlogDate.tsx';
import styles from './BlogList.module.css';
import { type ListedBlog, longestExcerpt, useLatestBlogs } from './queries.ts';

/** Cards of posts in each state of the list: loading, failed, empty, and filled. */
export function BlogList({
  blogs,
  level = 2,
}: {
  blogs: UseQueryResult<{ data: ListedBlog[] }>;
  level?: 2 | 3;
}) {
  const words = useWords(blogWords);
  if (blogs.isPending) return <BlogsSkeleton />;
  if (blogs.isError) return <FailedRead title={words('blog.listFailed')} query={blogs} />;
  const shown = blogs.data.data;
  if (shown.length === 0) {
    return <EmptyList seed="no-posts" title={words('blog.none')} text={words('blog.noneText')} />;
  }
  return (
    <div className={classNames(styles.list, shown.length === 3 && styles.ofThree)}>
      {shown.map((blog, index) => (
        <BlogCard
          key={blog.id}
          blog={blog}
          lead={index === 0 || shown.length === 2}
          half={shown.length === 3}
          level={level}
        />
      ))}
    </div>
  );
}

function BlogsSkeleton() {
  const words = useWords(blogWords);
  return (
    <LoadingList className={styles.list} label={words('blog.loading')} count={4}>
      {(index) => (
        <div className={index === 0 ? styles.leadSkeleton : undefined}>
          <Skeleton ratio="3 / 2" />
          <div className={styles.skeletonWords}>
            <Skeleton width="4rem" height="1.2em" />
            <Skeleton width="90%" height="2.2em" />
            <Skeleton width="100%" height="3.4em" />
          </div>
        </div>
      )}
    </LoadingList>
  );
}

interface BlogCardProps {
  blog: ListedBlog;
  /** True for a card that is shown large and as wide as the list: the first one, or both of two. */
  lead?: boolean;
  /** True if the card is half as wide as the list. */
  half?: boolean;
  level?: 2 | 3;
}

/** A post in a list. Its only link is the title and covers the whole card. */
function BlogCard({ blog, lead = false, half = false, level = 2 }: BlogCardProps) {
  const script = useScript();
  const words = lead ? blog.words : shortened(blog.words, longestExcerpt / 2, 'sentence');
  // Only a large card under the page's own title (level 2) is at the top of a page, so only its picture is fetched
  // immediately.
  const opensPage = lead && level === 2;
  return (
    <article className={classNames('answers', styles.card, lead && styles.lead)}>
      <BlogCover blog={blog} sizes={widthsBeside(lead ? 58 : half ? 48 : 34)} eager={opensPage} />
      <div className={styles.words} dir={script(blog.blog_title, words).dir}>
        <BlogDate className="dated" createdAt={blog.created_at} />
        <TitleHeading level={level} className={lead ? 'cardTitle' : 'rowTitle'} title={blog.blog_title}>
          {(title) => (
            <Link className="covers" to={pathTo('viewBlog', { id: blog.id })}>
              {title}
            </Link>
          )}
        </TitleHeading>
        <p className={styles.excerpt} lang={script(words).lang}>
          {words}
        </p>
      </div>
    </article>
  );
}

/** The newest posts, for the home page. */
export function LatestBlogs() {
  return <BlogList blogs={useLatestBlogs()} level={3} />;
}
