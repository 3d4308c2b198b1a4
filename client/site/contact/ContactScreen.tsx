import { Link, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { aboutParam, formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { mapHref, phoneHref } from '#shared/site/contact-links.ts';
import { contact } from '#shared/words/en/contact.ts';
import type { Words } from '#shared/words/words.ts';
import { callApi } from '../../api/call.ts';
import { hostCallsQuery, useReceives } from '../../api/host-support.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { emptyTexts, useVisitorForm } from '../../forms/visitor/use-visitor-form.ts';
import {
  FieldPair,
  type OnSent,
  ReplyTime,
  UsedCharacters,
  VisitorForm,
  VisitorSection,
} from '../../forms/visitor/VisitorForm.tsx';
import { useSite } from '../../site-info.ts';
import { AddressLines } from '../../ui/AddressLines.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ArrowRightIcon, ArrowUpRightIcon } from '../../ui/icons.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { TitleHeading, WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useScript, useWords } from '../../words.ts';
import { useLinkedTo } from '../use-linked-to.ts';
import formStyles from './ContactForm.module.css';
import styles from './ContactScreen.module.css';

export const prefetch: Prefetch = (reads) =>
  Promise.all([reads.side(formTokenQuery), reads.side(hostCallsQuery)]);

/** /contact: the contact form, and all other ways to reach the company. */
export function Component() {
  const script = useScript();
  const { head } = useSite().pages.contact;
  return (
    <div className={classNames('page', styles.screen)}>
      <TopLevelPageHead title={head.title} description={head.description} path={pathTo('contact')} />
      <header className={styles.head} {...script(head.title, head.text)}>
        <TitleHeading className="indexTitle" title={head.title} />
        {head.text && <p className={styles.intro}>{head.text}</p>}
      </header>
      <div className={styles.parts}>
        <ContactSection />
        <Ways />
      </div>
    </div>
  );
}

/**
 * Email, phone, postal address, and links to the pages for other matters. The map is a link and not embedded, so that
 * no map service can track visitors on this page.
 */
function Ways() {
  const script = useScript();
  const words = useWords(contact);
  const site = useSite();
  const { direct, office, other_matters } = site.pages.contact;
  if (!direct && !office && !other_matters) return null;
  return (
    <div className={styles.ways}>
      {direct && (
        <section aria-labelledby="direct">
          <WrittenText as="h2" className={styles.heading} id="direct">
            {direct.title}
          </WrittenText>
          <ul className={styles.direct}>
            <li>
              <a href={`mailto:${site.email}`}>
                <EmailText>{site.email}</EmailText>
              </a>
            </li>
            {site.phone && (
              <li>
                <a href={phoneHref(site.phone)}>{site.phone}</a>
              </li>
            )}
          </ul>
          {site.hours.map((line) => (
            <WrittenText key={line} className="note">
              {line}
            </WrittenText>
          ))}
        </section>
      )}
      {office && site.address && (
        <section aria-labelledby="office">
          <WrittenText as="h2" className={styles.heading} id="office">
            {office.title}
          </WrittenText>
          <address className={styles.address}>
            <strong lang={script(site.name).lang}>{site.name}</strong>
            <AddressLines address={site.address} />
          </address>
          <a className={styles.onward} href={mapHref(site.address)} target="_blank" rel="noreferrer noopener">
            {words('contact.map')} <ArrowUpRightIcon size={16} />
          </a>
        </section>
      )}
      {other_matters && (!site.pages.jobs.off || site.apps.length > 0) && (
        <section aria-labelledby="other-matters">
          <WrittenText as="h2" className={styles.heading} id="other-matters">
            {other_matters.title}
          </WrittenText>
          <ul className={styles.matters}>
            {!site.pages.jobs.off && (
              <li>
                <Link className={styles.onward} to={pathTo('careersApply')}>
                  {words('contact.apply')} <ArrowRightIcon size={16} />
                </Link>
              </li>
            )}
            {site.apps.length > 0 && (
              <li>
                <Link className={styles.onward} to={pathTo('deleteAccount')}>
                  {words('contact.delete')} <ArrowRightIcon size={16} />
                </Link>
              </li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

/** An email address that is broken before its "@" if it does not fit on a line. */
function EmailText({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}

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
  const receives = useReceives('contactUs');
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
        {receives('phone') && (
          <TextField type="tel" autoComplete="tel" maxLength={limits.phone} {...form.field('phone')} />
        )}
        <TextField dir="auto" maxLength={limits.title} required {...form.field('subject')} />
      </FieldPair>
      <TextField
        dir="auto"
        multiline
        rows={9}
        required
        hint={
          <>
            <WrittenText as="span" className={formStyles.hint}>
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
function ContactSection() {
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
      classes={{ part: 'stack5', heading: formStyles.heading ?? '' }}
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
