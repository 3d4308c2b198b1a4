import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { focusElement } from '../../../forms/visitor/form/focus-element.ts';
import { Sent } from '../../../forms/visitor/form/Sent.tsx';
import { ContactForm, type SentMessage } from './ContactForm.tsx';
import styles from './ContactPart.module.css';

/** The form, and what comes after it. */
export function ContactPart() {
  const [sent, setSent] = useState<SentMessage>();
  // Whoever comes back from what they sent was on a button that is gone.
  const [again, setAgain] = useState(false);
  if (!sent) {
    return (
      <section className={styles.part} aria-labelledby="write">
        <h2 className={styles.heading} id="write" tabIndex={-1} ref={again ? focusElement : undefined}>
          Write to us
        </h2>
        <ContactForm onSent={setSent} />
      </section>
    );
  }
  const { name, email, phone, subject, message } = sent.texts;
  return (
    <Sent
      title={sent.said ?? messages['message.received']}
      copy={[
        ['Name', name],
        ['E-mail', email],
        ['Phone', phone],
        ['Subject', subject],
        ['Message', message],
      ]}
      againLabel="Write another message"
      onAgain={() => {
        setAgain(true);
        setSent(undefined);
      }}
    >
      <p>
        Our answer goes to <bdi className={styles.email}>{email}</bdi>. Is the address not right? Then write
        once more.
      </p>
    </Sent>
  );
}
