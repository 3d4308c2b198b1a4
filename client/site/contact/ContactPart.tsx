import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { FormOrEmail } from '../../forms/visitor/FormOrEmail.tsx';
import { useFormReceipt } from '../../forms/visitor/page-outcome.ts';
import { focusElement, Sent } from '../../forms/visitor/Sent.tsx';
import { ContactForm, type SentMessage } from './ContactForm.tsx';
import styles from './ContactPart.module.css';

/** The form, and what comes after it. */
export function ContactPart() {
  const [sent, setSent] = useState<SentMessage>();
  // Whoever comes back from what they sent was on a button that is gone.
  const [again, setAgain] = useState(false);
  const receipt = useFormReceipt('contact');
  if (receipt) {
    return (
      <Sent
        id={formAnchors.contact}
        title={messages['message.received']}
        againLabel="Write another message"
        again={pathTo('contact')}
      >
        <p>We reply to the email address that you gave. If it was wrong, please write again.</p>
      </Sent>
    );
  }
  if (!sent) {
    return (
      <section className={styles.part} aria-labelledby={formAnchors.contact}>
        <h2
          className={styles.heading}
          id={formAnchors.contact}
          tabIndex={-1}
          ref={again ? focusElement : undefined}
        >
          Write to us
        </h2>
        <FormOrEmail
          form="contact"
          call="contactUs"
          otherwise="Please email us. A person reads every message and replies."
        >
          <ContactForm onSent={setSent} />
        </FormOrEmail>
      </section>
    );
  }
  const { name, email, phone, subject, message } = sent.texts;
  return (
    <Sent
      title={sent.said ?? messages['message.received']}
      copy={[
        ['Name', name],
        ['Email', email],
        ['Phone', phone],
        ['Subject', subject],
        ['Message', message],
      ]}
      againLabel="Write another message"
      again={() => {
        setAgain(true);
        setSent(undefined);
      }}
    >
      <p>
        We reply to <bdi className={styles.email}>{email}</bdi>. If that address is wrong, please write again.
      </p>
    </Sent>
  );
}
