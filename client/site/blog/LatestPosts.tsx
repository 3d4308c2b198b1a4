import { useActiveBlogs } from './active-blogs.ts';
import { BlogList } from './BlogList.tsx';

/** The newest posts, for the home page. */
export function LatestPosts({ limit }: { limit: number }) {
  return <BlogList posts={useActiveBlogs(1)} limit={limit} level={3} />;
}
