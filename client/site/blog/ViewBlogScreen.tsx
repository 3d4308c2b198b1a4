import { Link, useParams } from 'react-router-dom';
import { isId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { Loader } from '../../ui/Loader.tsx';
import layout from '../../ui/layout/layout.module.css';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { Article } from './Article.tsx';
import { activeBlogsQuery } from './active-blogs.ts';
import { MorePosts } from './MorePosts.tsx';
import { singlePostQuery, useSinglePost } from './single-post.ts';
import styles from './ViewBlogScreen.module.css';

export const prefetch: Prefetch = async (reads, { params }) => {
  if (!isId(params.id)) return;
  await Promise.all([reads.main(singlePostQuery(params.id)), reads.side(activeBlogsQuery(1))]);
};

/** /view-blog/{id} (docs/product.md §2). */
export function Component() {
  const { id } = useParams();
  return (
    <div className={classNames(layout.page, styles.screen)}>
      {isId(id) ? <Post key={id} id={id} /> : <NoPost />}
      <Link className={classNames(layout.onward, styles.back)} to={pathTo('publishing')}>
        <ArrowLeftIcon /> All posts
      </Link>
    </div>
  );
}

function Post({ id }: { id: string }) {
  const post = useSinglePost(id);
  if (post.data) {
    return (
      <>
        <Article blog={post.data} />
        <MorePosts besides={post.data.id} />
      </>
    );
  }
  if (post.isPending) {
    return (
      <>
        <PageTitle>Loading</PageTitle>
        <Loader page />
      </>
    );
  }
  const status = post.error instanceof ApiError ? post.error.status : 0;
  if (status === 404 || status === 410) return <NoPost status={status} />;
  return (
    <>
      <PageTitle>Post</PageTitle>
      <PageStatus code={503} />
      <ErrorState
        level={1}
        title="We can’t show this post right now"
        text={translateError(post.error).message}
        onRetry={() => void post.refetch()}
        busy={post.isFetching}
      />
    </>
  );
}

/** 410 tells that there was a post: search engines forget it sooner. */
function NoPost({ status = 404 }: { status?: 404 | 410 }) {
  return (
    <>
      <PageTitle>Post not found</PageTitle>
      <PageStatus code={status} />
      <EmptyState
        art={<Pattern seed="no-post" columns={8} rows={4} />}
        level={1}
        title="We couldn’t find this post"
        text="It may have been taken down, or the link may be incomplete."
      />
    </>
  );
}
