import { Link, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { aboutParam, formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { contact } from '#shared/words/en/contact.ts';
import type { Words } from '#shared/words/words.ts';
import { callApi } from '../../api/call.ts';
import { emptyTexts, useVisitorForm } from '../../forms/visitor/use-visitor-form.ts';
import { FieldPair, ReplyTime, UsedCharacters, VisitorForm } from '../../forms/visitor/VisitorForm.tsx';
import { type OnSent, VisitorSection } from '../../forms/visitor/VisitorSection.tsx';
import { useSite } from '../../site-info.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useWords } from '../../words.ts';
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

interface ContactFormProps {
  /** The title with which an untouched message begins. */
  about: string | null;
  onSent: OnSent;
}

/** The contact form: sender and message. */
function ContactForm({ about, onSent }: ContactFormProps) {
  const words = useWords(contact);
  const { message_hint } = useSite().pages.contact;
  const title = subjectOf(about);
  const form = useVisitorForm({
    name: 'contact',
    fields,
    labels: labelsOf(words),
    empty: emptyTexts(fields, title ? { message: `${words('contact.about', { title })}\n` } : {}),
    send: async (values, { formToken }) =>
      callApi('contactUs', { body: { ...values, form_token: await formToken() } }),
    onSent,
  });
  return (
    <VisitorForm
      form={form}
      label={words('contact.form')}
      submitLabel={words('contact.send')}
      action={`${pathTo('contact')}#${formAnchors.contact}`}
      note={<ReplyTime />}
    >
      <FieldPair>
        <TextField dir="auto" autoComplete="name" maxLength={limits.line} required {...form.field('name')} />
        <TextField
          type="email"
          autoComplete="email"
          maxLength={limits.email}
          required
          {...form.field('email')}
        />
      </FieldPair>
      <FieldPair>
        <TextField type="tel" autoComplete="tel" maxLength={limits.phone} {...form.field('phone')} />
        <TextField dir="auto" maxLength={limits.title} required {...form.field('subject')} />
      </FieldPair>
      <TextField
        dir="auto"
        multiline
        rows={9}
        required
        hint={
          <>
            <WrittenText as="span" className={styles.hint}>
              {message_hint}
            </WrittenText>
            <UsedCharacters control={form.control} name="message" limit={limits.message} />
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
function subjectOf(about: string | null) {
  const line = (about ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return [...line].slice(0, 120).join('').trim();
}

/** The contact form, or the receipt after a message was sent. */
export function ContactSection() {
  const words = useWords(contact);
  const heading = useLinkedTo<HTMLHeadingElement>(formAnchors.contact);
  const about = useSearchParams()[0].get(aboutParam);
  return (
    <VisitorSection
      form="contact"
      call="contactUs"
      path={pathTo('contact')}
      title={words('contact.write')}
      heading={heading}
      classes={{ part: 'stack5', heading: styles.heading ?? '' }}
      otherwise={words('contact.byEmail')}
      received={messages['message.received']}
      againLabel={words('contact.again')}
      labels={{ ...labelsOf(words), phone: words('contact.phoneSent') }}
      next={({ texts }) => (
        <>
          <ReplyTime />
          <p>
            {texts
              ? asNode(
                  words.parts('contact.reply', {
                    email: () => <bdi className="strong">{texts.email}</bdi>,
                  }),
                )
              : words('contact.replyUnnamed')}
          </p>
        </>
      )}
    >
      {/* A second message is not about what the first one was about. */}
      {(onSent, again) => <ContactForm about={again ? null : about} onSent={onSent} />}
    </VisitorSection>
  );
}
