import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { blog as blogWords } from '#shared/words/en/blog.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { pageOf } from '../../use-page-number.ts';
import { useWords } from '../../words.ts';
import { PageIntro } from '../PageIntro.tsx';
import { ListEnd } from '../PageStates.tsx';
import { BlogList } from './BlogList.tsx';
import styles from './PublishingScreen.module.css';
import { activeBlogsQuery } from './queries.ts';

export const prefetch: Prefetch = (reads, { url }) => reads.main(activeBlogsQuery(pageOf(url.searchParams)));

/** /publishing: all active posts, newest first, page by page. */
export function Component() {
  const words = useWords(blogWords);
  const page = pageOf(useSearchParams()[0]);
  const { head } = useSite().pages.publishing;
  const blogs = useQuery(activeBlogsQuery(page));
  const isPastTheEnd = page > 1 && blogs.data?.data.length === 0;
  const showsCards = blogs.isPending || (blogs.data?.data.length ?? 0) > 0;
  const path = pathTo('publishing');
  return (
    <div className="page">
      <PageIntro
        head={head}
        path={path}
        page={page}
        quiet
        className={showsCards ? styles.intro : styles.plain}
      />
      {!isPastTheEnd && <BlogList blogs={blogs} />}
      {blogs.data && (page > 1 || showsCards) && (
        <ListEnd list={blogs.data} page={page} path={path} pastEnd={words('blog.pastEnd')} />
      )}
    </div>
  );
}
