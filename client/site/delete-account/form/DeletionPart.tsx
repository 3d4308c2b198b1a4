import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import { focusElement } from '../../../forms/visitor/form/focus-element.ts';
import { Sent } from '../../../forms/visitor/form/Sent.tsx';
import { DeletionForm, type SentRequest } from './DeletionForm.tsx';
import styles from './DeletionPart.module.css';
import { dueDay } from './due-day.ts';

/** The form, and what comes after it: the day by which the account is gone. */
export function DeletionPart({ chosen }: { chosen: SiteApp | undefined }) {
  const [sent, setSent] = useState<SentRequest>();
  // Whoever comes back from what they sent was on a button that is gone.
  const [again, setAgain] = useState(false);
  if (!sent) {
    return (
      <section className={styles.part} aria-labelledby="request">
        <h2 className={styles.heading} id="request" tabIndex={-1} ref={again ? focusElement : undefined}>
          Ask for deletion
        </h2>
        <DeletionForm chosen={chosen} onSent={setSent} />
      </section>
    );
  }
  const { texts, dueAt, said } = sent;
  const day = dueDay(dueAt);
  return (
    <Sent
      title={said ?? messages['message.deletionReceived']}
      copy={[
        ['App', texts.app_name],
        ['Account', texts.account_identifier],
        ['E-mail', texts.email],
        ['Name', texts.name],
        ['Remark', texts.message],
      ]}
      againLabel="Ask for another account"
      onAgain={() => {
        setAgain(true);
        setSent(undefined);
      }}
    >
      {day && (
        <p className={styles.due}>
          Done at the latest on <time dateTime={dueAt}>{day}</time>
        </p>
      )}
      <p>
        If we need to make sure that the account is yours, we write to{' '}
        <bdi className={styles.email}>{texts.email}</bdi>.
      </p>
    </Sent>
  );
}
