import { useMemo } from 'react';
import type { Blog } from '#shared/schemas/blog.ts';
import { summaryText } from '#shared/summary-text.ts';
import { languageOf, scriptOf } from '#shared/text-direction.ts';
import { RichText } from '../../ui/rich-text/RichText.tsx';
import styles from './Article.module.css';
import { Cover } from './Cover.tsx';
import { PostDate } from './PostDate.tsx';
import { PostHead } from './PostHead.tsx';
import { readingMinutes } from './reading-time.ts';

/** A post as docs/product.md §2 has it: image, title, day and short month, rich text; and how long it takes to read. */
export function Article({ blog }: { blog: Blog }) {
  const minutes = useMemo(() => readingMinutes(blog.description), [blog.description]);
  const { dir } = scriptOf(blog.blog_title, summaryText(blog.description, 400));
  return (
    <article className={styles.article} dir={dir}>
      <PostHead blog={blog} />
      <header className={styles.head}>
        <p className={styles.facts}>
          <PostDate className={styles.date} createdAt={blog.created_at} />
          <span className={styles.reading}>
            <bdi>{minutes} min read</bdi>
          </span>
        </p>
        <h1 className={styles.title} lang={languageOf(blog.blog_title)}>
          {blog.blog_title}
        </h1>
      </header>
      <div className={styles.cover}>
        <Cover blog={blog} eager />
      </div>
      <RichText className={styles.body} html={blog.description} />
    </article>
  );
}
