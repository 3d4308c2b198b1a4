import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { blog as blogWords } from '#shared/words/en/blog.ts';
import { frame } from '#shared/words/en/frame.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Breadcrumbs, PageHead } from '../../ui/PageHead.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { pageOf } from '../../use-page-number.ts';
import { useWords } from '../../words.ts';
import { PageIntro } from '../PageIntro.tsx';
import { BlogList } from './BlogList.tsx';
import styles from './PublishingScreen.module.css';
import { activeBlogsQuery, useActiveBlogs } from './queries.ts';

export const prefetch: Prefetch = (reads, { url }) => reads.main(activeBlogsQuery(pageOf(url.searchParams)));

/** /publishing: all active posts, newest first, page by page. */
export function Component() {
  const frameWords = useWords(frame);
  const words = useWords(blogWords);
  const page = pageOf(useSearchParams()[0]);
  const { head } = useSite().pages.publishing;
  const navigate = useNavigate();
  const blogs = useActiveBlogs(page);
  const isPastTheEnd = page > 1 && blogs.data?.data.length === 0;
  const showsCards = blogs.isPending || (blogs.data?.data.length ?? 0) > 0;
  const hrefFor = (wanted: number) => pathTo('publishing') + (wanted > 1 ? `?page=${wanted}` : '');
  return (
    <div className="page">
      <PageHead
        title={page > 1 ? frameWords('pages.titleOfPage', { title: head.title, page }) : head.title}
        description={head.description}
        path={hrefFor(page)}
      />
      <Breadcrumbs trail={[{ name: head.title, path: pathTo('publishing') }]} />
      <PageIntro head={head} quiet className={showsCards ? styles.intro : styles.plain} />
      {blogs.isError && !blogs.data && <PageStatus code={503} />}
      {isPastTheEnd ? (
        <>
          <PageStatus code={404} />
          <EmptyState
            level={2}
            title={frameWords('pages.missing', { page })}
            text={words('blog.pastEnd')}
            action={<Link to={pathTo('publishing')}>{frameWords('pages.first')}</Link>}
          />
        </>
      ) : (
        <BlogList blogs={blogs} />
      )}
      {blogs.data && !isPastTheEnd && (
        <div className={styles.pages}>
          <Pagination
            current={blogs.data.current_page}
            last={blogs.data.last_page}
            window={5}
            hrefFor={hrefFor}
            onChange={(wanted) => {
              void navigate(hrefFor(wanted));
              window.scrollTo({ top: 0, behavior: 'instant' });
            }}
          />
        </div>
      )}
    </div>
  );
}
