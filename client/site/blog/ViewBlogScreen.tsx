import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { momentOf } from '#shared/dates.ts';
import type { Blog } from '#shared/entities/post.ts';
import { type Id, isId } from '#shared/id.ts';
import { blogPostingJsonLd, descriptionOf } from '#shared/json-ld/works.ts';
import { pathTo } from '#shared/paths.ts';
import { coverAlt, shareImagePath } from '#shared/share-image.ts';
import { summaryText } from '#shared/summary-text.ts';
import { blog as blogWords } from '#shared/words/en/blog.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSiteInfo } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { Breadcrumbs, JsonLd, PageHead } from '../../ui/PageHead.tsx';
import { widthsBeside } from '../../ui/Picture.tsx';
import { RichText } from '../../ui/rich-text/RichText.tsx';
import { countWords, readingMinutes } from '../../ui/rich-text/reading-time.ts';
import { TitleHeading, titleLength } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import { RecordPage } from '../PageStates.tsx';
import { BlogCover } from './BlogCover.tsx';
import { BlogDate } from './BlogDate.tsx';
import { latestBlogsQuery, singleBlogQuery, useLatestBlogs } from './queries.ts';
import styles from './ViewBlogScreen.module.css';

export const prefetch: Prefetch = async (reads, { params }) => {
  if (!isId(params.id)) return;
  await Promise.all([reads.main(singleBlogQuery(params.id)), reads.side(latestBlogsQuery())]);
};

/** /view-blog/{id} (docs/product.md §2). */
export function Component() {
  const words = useWords(blogWords);
  const { id } = useParams();
  const isOne = isId(id);
  const blog = useQuery({ ...singleBlogQuery(id ?? ''), enabled: isOne });
  return (
    <div className={classNames('page', styles.screen)}>
      <RecordPage
        key={id}
        query={isOne ? blog : undefined}
        says={(name) => words(`blog.${name}`)}
        seed="no-post"
      >
        {(post) => (
          <>
            <Article blog={post} />
            <MoreBlogs except={post.id} />
          </>
        )}
      </RecordPage>
      <Link className={classNames('onward', styles.back)} to={pathTo('publishing')}>
        <ArrowLeftIcon /> {words('blog.all')}
      </Link>
    </div>
  );
}

/**
 * A post as in docs/product.md §2: image, title, day and short month, rich text. The reading time is an addition of
 * ours.
 */
function Article({ blog }: { blog: Blog }) {
  const script = useScript();
  const words = useWords(blogWords);
  const minutes = useMemo(() => readingMinutes(countWords(blog.description)), [blog.description]);
  const { dir } = script(blog.blog_title, summaryText(blog.description, 400));
  return (
    <article className={styles.article} dir={dir}>
      <BlogHead blog={blog} />
      <header className={styles.head}>
        <p className={styles.facts}>
          <BlogDate className={styles.date} createdAt={blog.created_at} />
          <span className="note digits">
            <bdi>{words('blog.minutes', { minutes })}</bdi>
          </span>
        </p>
        <TitleHeading className={classNames('quietTitle', styles.title)} title={blog.blog_title} />
      </header>
      <div className={styles.cover}>
        <BlogCover blog={blog} sizes="100vw" largest={1920} eager />
      </div>
      <RichText className={styles.body} html={blog.description} />
    </article>
  );
}

/** Title, description and structured data for search engines. */
function BlogHead({ blog }: { blog: Blog }) {
  const info = useSiteInfo();
  const { id, blog_title: title, created_at } = blog;
  const path = pathTo('viewBlog', { id });
  return (
    <>
      <PageHead
        title={blog.search_title || title}
        description={descriptionOf(blog)}
        path={path}
        image={blog.share_image || shareImagePath('post', id)}
        imageAlt={coverAlt(blog.share_image || blog.blog_image, blog.picture_details)}
        type="article"
        published={momentOf(created_at)?.toISOString()}
      />
      <JsonLd data={() => blogPostingJsonLd(blog, info)} />
      <Breadcrumbs
        trail={[
          { name: info.site.pages.publishing.head.title, path: pathTo('publishing') },
          { name: title, path },
        ]}
      />
    </>
  );
}

/** Number of other posts offered below a post. They are side by side except on a phone. */
const offered = 3;
const moreWidths = widthsBeside(31);

/** The newest other posts. Renders nothing if there are none or they cannot be read. */
function MoreBlogs({ except }: { except: Id }) {
  const script = useScript();
  const words = useWords(blogWords);
  const blogs = useLatestBlogs();
  const others = (blogs.data?.data ?? []).filter(({ id }) => id !== except).slice(0, offered);
  if (others.length === 0) return null;
  return (
    <section className={styles.more} aria-labelledby="more-posts">
      <h2 className="type-title" id="more-posts">
        {words('blog.more')}
      </h2>
      <ul className={styles.moreList}>
        {others.map((blog) => (
          <li key={blog.id} className={classNames('answers', styles.moreBlog)}>
            <BlogCover blog={blog} sizes={moreWidths} />
            <BlogDate className={styles.moreDate} createdAt={blog.created_at} />
            <h3 className="rowTitle" {...titleLength(blog.blog_title)} {...script(blog.blog_title)}>
              <Link className="covers" to={pathTo('viewBlog', { id: blog.id })}>
                {blog.blog_title}
              </Link>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
