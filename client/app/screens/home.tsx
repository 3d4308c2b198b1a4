import type { Prefetch } from '../../api/prefetch.ts';
import { LatestPosts } from '../../site/blog/LatestPosts.tsx';
import { activeBlogsQuery } from '../../site/blog/queries/active-blogs.ts';
import { HomeScreen } from '../../site/home/HomeScreen.tsx';

/** Features do not know each other: here the home page gets its posts. */
export function Component() {
  return <HomeScreen latestPosts={<LatestPosts limit={4} />} />;
}

export const prefetch: Prefetch = (client) => client.prefetchQuery(activeBlogsQuery(1));
