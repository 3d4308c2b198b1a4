import type { ApplicantEvent, SingleApplicant } from '#shared/schemas/applicant.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { HistoryButton } from '../../shared/activity/use-history-item.tsx';
import { statusLabels } from '../labels.ts';
import styles from './History.module.css';
import { Section } from './Section.tsx';

/** Events of the application, newest first. */
export function History({ applicant: { id, name, events } }: { applicant: SingleApplicant }) {
  return (
    <Section name="history" title="History">
      {events.length > 0 && (
        <ol className={styles.list}>
          {[...events].reverse().map((event) => (
            <li key={event.id} className={styles.event} data-type={event.type}>
              <span className={styles.what}>{formatEvent(event, events)}</span>
              <span className={styles.when}>
                {event.who && (
                  <>
                    <bdi>{event.who}</bdi> ·{' '}
                  </>
                )}
                <time dateTime={event.when}>{formatMoment(event.when)}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
      <HistoryButton resource="applicant" id={id} name={name} label="Activity" />
    </Section>
  );
}

/** Describes an event. `all` are the applicant's events, which distinguish the first application from later ones. */
export function formatEvent(event: ApplicantEvent, all: readonly ApplicantEvent[]): string {
  if (event.type === 'submitted') {
    const isFirst = all.find((each) => each.type === 'submitted')?.id === event.id;
    if (event.to === 'spam') return isFirst ? 'Applied (marked as spam)' : 'Applied again (marked as spam)';
    return isFirst ? 'Applied' : 'Applied again';
  }
  return event.from
    ? `Moved from ${statusLabels[event.from]} to ${statusLabels[event.to]}`
    : `Moved to ${statusLabels[event.to]}`;
}
