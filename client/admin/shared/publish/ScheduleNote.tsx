import { queryOptions, useQuery } from '@tanstack/react-query';
import { isTextCode, textOf } from '#shared/desk-messages.ts';
import type { Schedule, ScheduledResource } from '#shared/schemas/schedule.ts';
import { readApi } from '../../../api/call.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { AlertIcon, ClockIcon } from '../../../ui/icons.tsx';
import { useMay } from '../access.tsx';
import { useOnChange } from '../use-on-change.ts';
import styles from './Schedule.module.css';

/** Shows the schedule of a record, and the problem if a scheduled change could not be carried out. */
export function ScheduleNote({ schedule }: { schedule: Schedule | undefined }) {
  if (!schedule) return null;
  const { publish_at: from, unpublish_at: until, problem } = schedule;
  return (
    <>
      {problem && (
        <span className={styles.note} data-problem>
          <AlertIcon size={15} />
          <span>{isTextCode(problem) ? textOf(problem) : problem}</span>
        </span>
      )}
      {(from || until) && (
        <span className={styles.note}>
          <ClockIcon size={15} />
          <span>{planInWords(from, until)}</span>
        </span>
      )}
    </>
  );
}

function planInWords(from: string | null, until: string | null) {
  if (!from) return `Public until ${formatMoment(until ?? '')}`;
  return `Scheduled for ${formatMoment(from)}${until ? `, until ${formatMoment(until)}` : ''}`;
}

const secondMs = 1000;
/**
 * How long an overdue schedule is checked again, in milliseconds. After this time, either this device's clock is
 * wrong or the host does not carry out the schedule, so the checks stop.
 */
const patienceMs = 10 * 60 * secondMs;
/** Milliseconds. Longest time for which a timer is set, because browser timers are limited to some days. */
const longestMs = 24 * 60 * 60 * secondMs;

/**
 * Schedules of posts or of jobs. Fetched again just after the next schedule is due, when its result is visible. Like
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
    refetchInterval: ({ state }) => untilNext(state.data ?? []),
  });
}

function untilNext(schedules: readonly Schedule[]) {
  const due = schedules.flatMap(({ publish_at, unpublish_at }) => {
    const next = publish_at ?? unpublish_at;
    return next === null ? [] : [Date.parse(next)];
  });
  const now = Date.now();
  const awaited = due.filter((at) => at > now - patienceMs);
  if (awaited.length === 0) return false;
  return Math.min(Math.max(Math.min(...awaited) - now + secondMs, 2 * secondMs), longestMs);
}

/** Returns whether the host carries out schedules; undefined while that is unknown. */
export function useHostSchedules() {
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
