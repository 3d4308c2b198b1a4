import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { useActiveBlogs } from './active-blogs.ts';
import { Cover } from './Cover.tsx';
import styles from './MorePosts.module.css';
import { PostDate } from './PostDate.tsx';

/** How many posts are offered after one that was read. */
const offered = 3;

/** The newest other posts. Nothing at all while there are none, or while they cannot be read: the post itself is there. */
export function MorePosts({ besides }: { besides: Id }) {
  const posts = useActiveBlogs(1);
  const others = (posts.data?.data ?? []).filter(({ id }) => id !== besides).slice(0, offered);
  if (others.length === 0) return null;
  return (
    <section className={styles.more} aria-labelledby="more-posts">
      <h2 className={styles.heading} id="more-posts">
        More posts
      </h2>
      <ul className={styles.list}>
        {others.map((blog) => (
          <li key={blog.id} className={styles.post}>
            <Cover blog={blog} />
            <PostDate className={styles.date} createdAt={blog.created_at} />
            <h3 className={styles.title} {...scriptOf(blog.blog_title)}>
              <Link
                className={classNames(layout.stretched, styles.link)}
                to={pathTo('viewBlog', { id: blog.id })}
              >
                {blog.blog_title}
              </Link>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
