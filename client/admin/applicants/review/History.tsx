import type { SingleApplicant } from '#shared/schemas/applicant.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { HistoryButton } from '../../shared/activity/use-history-item.tsx';
import { formatEvent } from '../labels.ts';
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
