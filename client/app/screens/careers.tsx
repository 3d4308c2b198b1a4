import { pathTo } from '#shared/paths.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import { isLeftOut, type Prefetch } from '../../api/prefetch.ts';
import { CareersScreen } from '../../site/careers/CareersScreen.tsx';
import { spontaneousPath } from '../../site/jobs/job-search-params.ts';
import { teamQuery } from '../../site/team/queries.ts';
import { TeamFaces } from '../../site/team/TeamFaces.tsx';
import { useSite } from '../../site-info.ts';
import { departmentPath, openPositionsQuery, Positions, useOpenPositions } from './Positions.tsx';

export const prefetch: Prefetch = (reads) =>
  Promise.all([reads.side(openPositionsQuery()), reads.side(hostCallsQuery), reads.side(teamQuery())]);

/** The careers page. Features do not import each other, so the page gets its jobs and its faces here. */
export function Component() {
  const jobs = useOpenPositions();
  const { data } = jobs;
  const isOn = !useSite().pages.jobs.off;
  return (
    <CareersScreen
      departments={(data?.departments ?? []).map(({ value, count }) => ({
        name: value,
        count,
        to: departmentPath(value),
      }))}
      open={!isOn || data?.unlisted ? undefined : data?.total}
      positions={isOn && !isLeftOut(jobs) && !data?.unlisted && <Positions />}
      faces={<TeamFaces />}
      allTo={pathTo('careersApply')}
      spontaneousTo={isOn ? spontaneousPath(new URLSearchParams()) : undefined}
    />
  );
}
