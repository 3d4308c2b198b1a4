import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import { readApi } from '../../../api/call.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { useMay } from '../rights.ts';
import { useOnChange } from '../use-on-change.ts';

/** Milliseconds between two reads while something is scheduled. */
const pollMs = 60_000;

/**
 * Schedules of posts or of jobs. While there are some, they are read again, so that a list shows what was done. Like
 * `siteStatus`, this read may run on a timer: it does not count as activity and extends no session
 * (server/bff/live/README.md).
 */
export function schedulesQuery(resource: ScheduledResource) {
  return queryOptions({
    queryKey: [resource === 'blog' ? 'blogSchedules' : 'jobSchedules'],
    queryFn: ({ client, queryKey, signal }) =>
      readApi(resource === 'blog' ? 'blogSchedules' : 'jobSchedules', {
        signal,
        // The first fetch is not a background call, because a person has opened the list and may be asked to sign in.
        background: client.getQueryData(queryKey) !== undefined,
      }),
    refetchInterval: ({ state }) => (state.data?.length ? pollMs : false),
  });
}

/** Returns whether the host carries out schedules; undefined while that is unknown. */
export function useHostSchedules(): boolean | undefined {
  return useHostSupports('blogSchedules');
}

/**
 * Returns the schedules if the host supports them and the role may read them. Calls `refresh` when a schedule was
 * carried out or changed; `refresh` should invalidate the lists.
 */
export function useSchedules(resource: ScheduledResource, refresh: () => void) {
  const mayRead = useMay()(resource === 'blog' ? 'blogSchedules' : 'jobSchedules');
  const takes = useHostSchedules() === true;
  const schedules = useQuery({ ...schedulesQuery(resource), enabled: mayRead && takes });
  useOnChange(schedules.data, refresh);
  return schedules;
}
