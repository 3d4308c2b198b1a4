import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { contactSchema } from '#shared/schemas/message.ts';
import { callApi } from '../../api/call.ts';
import { problemsOf } from '../../forms/form-rules.ts';
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

/** A message that the host has taken. */
export interface SentMessage {
  texts: Record<(typeof fields)[number], string>;
  /** What the host said. */
  said: string | undefined;
}

/** Who writes, and what. */
export function ContactForm({ onSent }: { onSent: (sent: SentMessage) => void }) {
  const form = useVisitorForm({
    name: 'contact',
    fields,
    empty: emptyTexts(fields),
    problems: (values) => problemsOf(contactSchema, values),
    send: async (values, { formToken }) =>
      callApi('contactUs', { body: { ...values, form_token: await formToken() } }),
    onSent: (answer, texts) => onSent({ texts, said: answer.message || undefined }),
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
