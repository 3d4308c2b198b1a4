import type { ApplicantEvent } from '#shared/schemas/applicant.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { statusWords } from '../status-words.ts';
import styles from './History.module.css';
import { Section } from './Section.tsx';

/** What happened to the application, the newest first. */
export function History({ events }: { events: readonly ApplicantEvent[] }) {
  return (
    <Section name="history" title="History">
      <ol className={styles.list}>
        {[...events].reverse().map((event) => (
          <li key={event.id} className={styles.event} data-type={event.type}>
            <span className={styles.what}>{eventInWords(event, events)}</span>
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
    </Section>
  );
}

/** An event as a sentence tells it; `all` tells a first application from a further one. */
export function eventInWords(event: ApplicantEvent, all: readonly ApplicantEvent[]): string {
  if (event.type === 'submitted') {
    const isFirst = all.find((each) => each.type === 'submitted')?.id === event.id;
    if (event.to === 'spam') return isFirst ? 'Applied (marked as spam)' : 'Applied again (marked as spam)';
    return isFirst ? 'Applied' : 'Applied again';
  }
  return event.from
    ? `Moved from ${statusWords[event.from]} to ${statusWords[event.to]}`
    : `Moved to ${statusWords[event.to]}`;
}
