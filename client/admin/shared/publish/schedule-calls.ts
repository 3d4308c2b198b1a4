import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Schedule, ScheduledResource } from '#shared/schemas/schedule.ts';
import { readApi } from '../../../api/call.ts';
import { useHostTakes } from '../../../api/host-calls.ts';
import { useMay } from '../rights.ts';

const secondMs = 1000;
/** So long is waited for a plan that is due; a clock may be wrong, or the host may not get to it. */
const patienceMs = 10 * 60 * secondMs;
/** No timer of a browser lasts longer than some days. */
const longestMs = 24 * 60 * 60 * secondMs;

/**
 * What is planned for posts or for jobs. Asked again just after the next of it is due, when there is something to see. As `siteStatus` it
 * may be asked on a timer, since it is no activity and extends no session (docs/architecture.md §5.23).
 */
export function schedulesQuery(resource: ScheduledResource) {
  return queryOptions({
    queryKey: [resource === 'blog' ? 'blogSchedules' : 'jobSchedules'],
    queryFn: ({ client, queryKey, signal }) =>
      readApi(resource === 'blog' ? 'blogSchedules' : 'jobSchedules', {
        signal,
        // The first one comes with the list, which asks to sign in where that is needed.
        background: client.getQueryData(queryKey) !== undefined,
      }),
    refetchInterval: ({ state }) => untilNext(state.data ?? []),
  });
}

function untilNext(schedules: readonly Schedule[]): number | false {
  const due = schedules.flatMap(({ publish_at, unpublish_at }) => {
    const next = publish_at ?? unpublish_at;
    return next === null ? [] : [Date.parse(next)];
  });
  const now = Date.now();
  const awaited = due.filter((at) => at > now - patienceMs);
  if (awaited.length === 0) return false;
  return Math.min(Math.max(Math.min(...awaited) - now + secondMs, 2 * secondMs), longestMs);
}

/** Whether the host carries out schedules; undefined while that is being asked. */
export function useHostSchedules(): boolean | undefined {
  return useHostTakes('blogSchedules');
}

/**
 * What is planned, where the host and the role of whoever is signed in have it. `refresh` marks the lists as old when a plan was
 * carried out or changed.
 */
export function useSchedules(resource: ScheduledResource, refresh: () => void) {
  const mayRead = useMay()(resource === 'blog' ? 'blogSchedules' : 'jobSchedules');
  const takes = useHostSchedules() === true;
  const schedules = useQuery({ ...schedulesQuery(resource), enabled: mayRead && takes });
  const before = useRef(schedules.data);
  const tell = useEffectEvent(refresh);
  useEffect(() => {
    if (before.current && schedules.data && before.current !== schedules.data) tell();
    before.current = schedules.data;
  }, [schedules.data]);
  return schedules;
}
