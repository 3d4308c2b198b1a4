import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import { languageOf, scriptOf } from '#shared/text-direction.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import styles from './BlogCard.module.css';
import { Cover } from './Cover.tsx';
import { excerpt } from './excerpt.ts';
import { PostDate } from './PostDate.tsx';

interface BlogCardProps {
  blog: Blog;
  /** The first of a list stands large across it. */
  lead?: boolean;
  level?: 2 | 3;
}

/** A post in a list. One link, on the title; it reaches over the whole card. */
export function BlogCard({ blog, lead = false, level = 2 }: BlogCardProps) {
  const Heading = `h${level}` as const;
  const words = excerpt(blog.description, lead ? 280 : 140);
  return (
    <article className={classNames(styles.card, lead && styles.lead)}>
      <Cover blog={blog} eager={lead} />
      <div className={styles.words} dir={scriptOf(blog.blog_title, words).dir}>
        <PostDate className={styles.date} createdAt={blog.created_at} />
        <Heading className={styles.title} lang={languageOf(blog.blog_title)}>
          <Link
            className={classNames(layout.stretched, styles.link)}
            to={pathTo('viewBlog', { id: blog.id })}
          >
            {blog.blog_title}
          </Link>
        </Heading>
        <p className={styles.excerpt} lang={languageOf(words)}>
          {words}
        </p>
      </div>
    </article>
  );
}
