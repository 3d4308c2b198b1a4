import { pathTo } from '#shared/paths.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { LatestPosts } from '../../site/blog/LatestPosts.tsx';
import { activeBlogsQuery } from '../../site/blog/queries/active-blogs.ts';
import { HomeScreen } from '../../site/home/HomeScreen.tsx';
import { selectedWorkQuery } from '../../site/portfolio/queries/selected-work.ts';
import { SelectedWork } from '../../site/portfolio/SelectedWork.tsx';
import { openPositionsQuery, useOpenPositions } from './blocks/open-positions.ts';
import { Positions } from './blocks/Positions.tsx';

const works = 3;

/** Features do not know each other: here the home page gets its work, its posts and its positions. */
export function Component() {
  const { data } = useOpenPositions();
  const noneOpen = data?.data.length === 0;
  return (
    <HomeScreen
      selectedWork={<SelectedWork limit={works} />}
      latestPosts={<LatestPosts limit={4} />}
      positions={!noneOpen && <Positions limit={4} />}
      positionsTo={pathTo('careersApply')}
    />
  );
}

export const prefetch: Prefetch = (client) =>
  Promise.all([
    client.prefetchQuery(selectedWorkQuery(works)),
    client.prefetchQuery(activeBlogsQuery(1)),
    client.prefetchQuery(openPositionsQuery()),
  ]);
