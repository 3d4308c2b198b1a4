import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { aboutParam, formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { contact } from '#shared/words/en/contact.ts';
import type { Words } from '#shared/words/words.ts';
import { callApi } from '../../api/call.ts';
import { FormOrEmail } from '../../forms/visitor/FormOrEmail.tsx';
import { showAddress, useFormReceipt } from '../../forms/visitor/page-outcome.ts';
import { focusElement, Sent } from '../../forms/visitor/Sent.tsx';
import { emptyTexts, useVisitorForm } from '../../forms/visitor/use-visitor-form.ts';
import { FieldPair, ReplyTime, UsedCharacters, VisitorForm } from '../../forms/visitor/VisitorForm.tsx';
import { useSite } from '../../site-info.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { asNode, useScript, useTranslated, useWords } from '../../words.ts';
import { useLinkedTo } from '../use-linked-to.ts';
import styles from './ContactForm.module.css';

const fields = ['name', 'email', 'phone', 'subject', 'message'] as const;

/** Returns the labels of the fields, in the order of the form. */
function labelsOf(words: Words<typeof contact>) {
  return {
    name: words('contact.name'),
    email: words('contact.email'),
    phone: words('contact.phone'),
    subject: words('contact.subject'),
    message: words('contact.message'),
  };
}

/** A message that the host has accepted. */
interface SentMessage {
  texts: Record<(typeof fields)[number], string>;
  /** Message of the host's answer. */
  hostMessage: string | undefined;
  reference: string | undefined;
}

interface ContactFormProps {
  /** The title with which an untouched message begins. */
  about: string | null;
  onSent: (sent: SentMessage) => void;
}

/** The contact form: sender and message. */
function ContactForm({ about, onSent }: ContactFormProps) {
  const words = useWords(contact);
  const script = useScript();
  const { message_hint } = useSite().pages.contact;
  const title = subjectOf(about);
  const form = useVisitorForm({
    name: 'contact',
    fields,
    empty: emptyTexts(fields, title ? { message: `${words('contact.about', { title })}\n` } : {}),
    send: async (values, { formToken }) =>
      callApi('contactUs', { body: { ...values, form_token: await formToken() } }),
    onSent: ({ data, message }, texts) =>
      onSent({ texts, hostMessage: message || undefined, reference: referenceOf(data) }),
  });
  return (
    <VisitorForm
      form={form}
      label={words('contact.form')}
      submitLabel={words('contact.send')}
      action={`${pathTo('contact')}#${formAnchors.contact}`}
      labels={labelsOf(words)}
      note={<ReplyTime />}
    >
      <FieldPair>
        <TextField
          label={words('contact.name')}
          dir="auto"
          autoComplete="name"
          maxLength={limits.line}
          required
          {...form.field('name')}
        />
        <TextField
          label={words('contact.email')}
          type="email"
          autoComplete="email"
          maxLength={limits.email}
          required
          {...form.field('email')}
        />
      </FieldPair>
      <FieldPair>
        <TextField
          label={words('contact.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={limits.phone}
          {...form.field('phone')}
        />
        <TextField
          label={words('contact.subject')}
          dir="auto"
          maxLength={limits.title}
          required
          {...form.field('subject')}
        />
      </FieldPair>
      <TextField
        label={words('contact.message')}
        dir="auto"
        multiline
        rows={9}
        required
        hint={
          <>
            {message_hint && (
              <span className={styles.hint} {...script(message_hint)}>
                {message_hint}
              </span>
            )}
            <UsedCharacters
              control={form.control}
              name="message"
              limit={limits.message}
              served={form.served.message}
            />
          </>
        }
        {...form.field('message')}
      />
      <p className="note">
        {asNode(
          words.parts('contact.use', {
            link: (text) => <Link to={pathTo('privacyPolicy')}>{asNode(text)}</Link>,
          }),
        )}
      </p>
    </VisitorForm>
  );
}

/** Returns the title in a link to the form as one line of at most 120 characters; '' without a title. */
function subjectOf(about: string | null): string {
  const line = (about ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return [...line].slice(0, 120).join('').trim();
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
  const translated = useTranslated();
  const words = useWords(contact);
  const [sent, setSent] = useState<SentMessage>();
  // True after going back from the receipt to the form. The button that had the focus has disappeared, so the form's
  // heading takes the focus.
  const [again, setAgain] = useState(false);
  const heading = useLinkedTo<HTMLHeadingElement>(formAnchors.contact);
  const about = useSearchParams()[0].get(aboutParam);
  const receipt = useFormReceipt('contact');
  if (receipt) {
    return (
      <Sent
        id={formAnchors.contact}
        title={translated(messages['message.received'])}
        reference={receipt.reference}
        againLabel={words('contact.again')}
        again={pathTo('contact')}
      >
        <ReplyTime />
        <p>{words('contact.replyUnnamed')}</p>
      </Sent>
    );
  }
  if (!sent) {
    return (
      <section className="stack5" aria-labelledby={formAnchors.contact}>
        <h2
          className={styles.heading}
          id={formAnchors.contact}
          tabIndex={-1}
          ref={again ? focusElement : heading}
        >
          {words('contact.write')}
        </h2>
        <FormOrEmail form="contact" call="contactUs" otherwise={words('contact.byEmail')}>
          {/* A second message is not about what the first one was about. */}
          <ContactForm about={again ? null : about} onSent={setSent} />
        </FormOrEmail>
      </section>
    );
  }
  const { name, email, phone, subject, message } = sent.texts;
  return (
    <Sent
      title={
        sent.hostMessage === undefined
          ? translated(messages['message.received'])
          : translated(sent.hostMessage)
      }
      reference={sent.reference}
      copy={[
        [words('contact.name'), name],
        [words('contact.email'), email],
        [words('contact.phoneSent'), phone],
        [words('contact.subject'), subject],
        [words('contact.message'), message],
      ]}
      againLabel={words('contact.again')}
      again={() => {
        showAddress('contact', pathTo('contact'));
        setAgain(true);
        setSent(undefined);
      }}
    >
      <ReplyTime />
      <p>
        {asNode(words.parts('contact.reply', { email: () => <bdi className={styles.email}>{email}</bdi> }))}
      </p>
    </Sent>
  );
}
