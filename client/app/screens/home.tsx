import { queryClient } from '../../api/query-client.ts';
import { LatestPosts } from '../../site/blog/LatestPosts.tsx';
import { activeBlogsQuery } from '../../site/blog/queries/active-blogs.ts';
import { HomeScreen } from '../../site/home/HomeScreen.tsx';

/** Features do not know each other: here the home page gets its posts. */
export function Component() {
  return <HomeScreen latestPosts={<LatestPosts limit={4} />} />;
}

export function loader(): null {
  void queryClient.prefetchQuery(activeBlogsQuery(1));
  return null;
}
