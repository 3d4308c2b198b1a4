import { BlogList } from './BlogList.tsx';
import { useActiveBlogs } from './queries/active-blogs.ts';

/** The newest posts, for the home page. */
export function LatestPosts({ limit }: { limit: number }) {
  return <BlogList posts={useActiveBlogs(1)} limit={limit} level={3} />;
}
