import { isTextCode, textOf } from '#shared/desk-messages.ts';
import type { Schedule } from '#shared/schemas/schedule.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { AlertIcon, ClockIcon } from '../../../ui/icons.tsx';
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

function planInWords(from: string | null, until: string | null): string {
  if (!from) return `Public until ${formatMoment(until ?? '')}`;
  return `Scheduled for ${formatMoment(from)}${until ? `, until ${formatMoment(until)}` : ''}`;
}
