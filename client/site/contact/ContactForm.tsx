import { useState } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { callApi } from '../../api/call.ts';
import { problemsOf } from '../../forms/form-rules.ts';
import { FormOrEmail } from '../../forms/visitor/FormOrEmail.tsx';
import { showAddress, useFormReceipt } from '../../forms/visitor/page-outcome.ts';
import { focusElement, Sent } from '../../forms/visitor/Sent.tsx';
import { emptyTexts, useVisitorForm } from '../../forms/visitor/use-visitor-form.ts';
import { FieldPair, UsedCharacters, VisitorForm } from '../../forms/visitor/VisitorForm.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './ContactForm.module.css';

const fields = ['name', 'email', 'phone', 'subject', 'message'] as const;

const labels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone (optional)',
  subject: 'Subject',
  message: 'Message',
} as const;

/** A message that the host has accepted. */
interface SentMessage {
  texts: Record<(typeof fields)[number], string>;
  /** Message of the host's answer. */
  hostMessage: string | undefined;
  reference: string | undefined;
}

/** The contact form: sender and message. */
function ContactForm({ onSent }: { onSent: (sent: SentMessage) => void }) {
  const form = useVisitorForm({
    name: 'contact',
    fields,
    empty: emptyTexts(fields),
    problems: (values, { contactSchema }) => problemsOf(contactSchema, values),
    send: async (values, { formToken }) =>
      callApi('contactUs', { body: { ...values, form_token: await formToken() } }),
    onSent: ({ data, message }, texts) =>
      onSent({ texts, hostMessage: message || undefined, reference: referenceOf(data) }),
  });
  return (
    <VisitorForm
      form={form}
      label="Message"
      submitLabel="Send message"
      action={`${pathTo('contact')}#${formAnchors.contact}`}
      labels={labels}
    >
      <FieldPair>
        <TextField
          label={labels.name}
          dir="auto"
          autoComplete="name"
          maxLength={limits.line}
          required
          {...form.field('name')}
        />
        <TextField
          label={labels.email}
          type="email"
          autoComplete="email"
          maxLength={limits.email}
          required
          {...form.field('email')}
        />
      </FieldPair>
      <FieldPair>
        <TextField
          label={labels.phone}
          type="tel"
          autoComplete="tel"
          maxLength={limits.phone}
          {...form.field('phone')}
        />
        <TextField
          label={labels.subject}
          dir="auto"
          maxLength={limits.title}
          required
          {...form.field('subject')}
        />
      </FieldPair>
      <TextField
        label={labels.message}
        dir="auto"
        multiline
        rows={9}
        required
        hint={
          <UsedCharacters
            control={form.control}
            name="message"
            limit={limits.message}
            served={form.served.message}
          />
        }
        {...form.field('message')}
      />
      <p className={styles.privacy}>
        We use what you write to reply to you, and for nothing else.{' '}
        <Link to={pathTo('privacyPolicy')}>Privacy</Link>
      </p>
    </VisitorForm>
  );
}

/**
 * Returns the reference of a message. Our BFF gives a reference to a message that waits for the API host; the answer
 * of a host may have any shape, so it is checked.
 */
function referenceOf(data: unknown): string | undefined {
  const { reference } = Object(data) as { reference?: unknown };
  return typeof reference === 'string' ? reference : undefined;
}

/** The contact form, or the receipt after a message was sent. */
export function ContactSection() {
  const [sent, setSent] = useState<SentMessage>();
  // True after going back from the receipt to the form. The button that had the focus has disappeared, so the form's
  // heading takes the focus.
  const [again, setAgain] = useState(false);
  const receipt = useFormReceipt('contact');
  if (receipt) {
    return (
      <Sent
        id={formAnchors.contact}
        title={messages['message.received']}
        reference={receipt.reference}
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
      title={sent.hostMessage ?? messages['message.received']}
      reference={sent.reference}
      copy={[
        ['Name', name],
        ['Email', email],
        ['Phone', phone],
        ['Subject', subject],
        ['Message', message],
      ]}
      againLabel="Write another message"
      again={() => {
        showAddress('contact', pathTo('contact'));
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
