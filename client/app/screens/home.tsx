import { pathTo } from '#shared/paths.ts';
import { isLeftOut, type Prefetch } from '../../api/prefetch.ts';
import { LatestBlogs } from '../../site/blog/BlogList.tsx';
import { latestBlogsQuery, useLatestBlogs } from '../../site/blog/queries.ts';
import { HomeScreen } from '../../site/home/HomeScreen.tsx';
import {
  HeroWork,
  homeWorkQuery,
  SelectedWork,
  useHasHeroWork,
  useHomeWork,
} from '../../site/portfolio/SelectedWork.tsx';
import { useSite } from '../../site-info.ts';
import { openPositionsQuery, Positions, useOpenPositions } from './Positions.tsx';

/** The home page. Features do not import each other, so the page gets its projects, posts and positions here. */
export function Component() {
  const jobs = useOpenPositions();
  const blogs = useLatestBlogs();
  const work = useHomeWork();
  const hasHeroWork = useHasHeroWork();
  const { pages } = useSite();
  const isEmpty = ({ data }: { data: { data: unknown[] } | undefined }) => data?.data.length === 0;
  return (
    <HomeScreen
      heroWork={hasHeroWork && <HeroWork />}
      selectedWork={(title) => <SelectedWork title={title} />}
      hasWork={work.data?.works.length !== 0 && !isLeftOut(work)}
      latestBlogs={!isEmpty(blogs) && !isLeftOut(blogs) && <LatestBlogs />}
      positions={!pages.jobs.off && !isEmpty(jobs) && !isLeftOut(jobs) && <Positions />}
      positionsTo={pathTo('careersApply')}
    />
  );
}

export const prefetch: Prefetch = (reads) =>
  Promise.all([
    reads.side(homeWorkQuery()),
    reads.side(latestBlogsQuery()),
    reads.side(openPositionsQuery()),
  ]);
