import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { fieldId, formAnchors, type RejectedForm } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { apply } from '#shared/words/en/apply.ts';
import { forms } from '#shared/words/en/forms.ts';
import type { Words } from '#shared/words/words.ts';
import { useReceives } from '../../api/host-support.ts';
import { FormOrEmail } from '../../forms/visitor/FormOrEmail.tsx';
import { useFormToken } from '../../forms/visitor/form-token.ts';
import { useFormReceipt } from '../../forms/visitor/page-outcome.ts';
import { referenceSent, rememberSent } from '../../forms/visitor/saved-input.ts';
import { useVisitorForm } from '../../forms/visitor/use-visitor-form.ts';
import { FieldPair, FormNote, ReplyTime, VisitorForm } from '../../forms/visitor/VisitorForm.tsx';
import { useSite, useSiteInfo } from '../../site-info.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { acceptOf, fileHint } from '../../ui/fields/file-problem.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFileChoice } from '../../ui/fields/use-file-choice.ts';
import { CheckIcon, CopyIcon } from '../../ui/icons.tsx';
import { asNode, useTranslated, useWords } from '../../words.ts';
import styles from './Application.module.css';
import {
  aboutJob,
  applicationFields,
  applicationOf,
  applicationProblems,
  emptyApplication,
  formFieldOf,
  savedFields,
  sendApplication,
} from './application-form.ts';
import { spontaneousPath } from './job-search-params.ts';

/** The receipt of the application that was sent from this page, or that its address leads to. */
export function useReceipt() {
  const served = useFormReceipt('application');
  const [sent, onReceived] = useState<Receipt>();
  return { receipt: sent ?? (served && { reference: served.reference, email: undefined }), onReceived };
}

interface ApplicationProps extends ReturnType<typeof useReceipt> {
  title: string;
  level?: 1 | 2;
  intro?: string;
  /** The job; undefined for an application without a job. */
  jobId?: Id;
  source: string;
  /** Path of the page, to which the form is posted without scripts. */
  action: string;
  /** The form that was rejected after a post without scripts, if any. */
  rejected: RejectedForm | undefined;
  /** Details that a person may want to know before they send the form: next to it, on a phone below it. */
  aside?: ReactNode;
}

/** Returns the call to which an application is sent. */
const callOf = (jobId: Id | undefined) => (jobId === undefined ? 'applyJob' : 'applyJobFor');

/** The application form, or the receipt after it was sent. */
export function Application(props: ApplicationProps) {
  const { title, level = 2, intro, jobId, source, action, rejected, aside, receipt, onReceived } = props;
  const words = useWords(apply);
  const call = callOf(jobId);
  const receives = useReceives(call);
  const Title = `h${level}` as const;
  if (receipt) return <Received receipt={receipt} level={level} jobId={jobId} />;
  return (
    <section
      className={styles.application}
      id={formAnchors.application}
      aria-labelledby="apply-title"
      tabIndex={-1}
    >
      <div className={styles.head}>
        <Title className={styles.title} id="apply-title">
          {title}
        </Title>
        <p className={styles.intro}>
          {intro ?? words(receives('cv') ? 'apply.intro' : 'apply.introWithoutCv')}
        </p>
      </div>
      <div className={styles.form}>
        <FormOrEmail
          form="application"
          call={call}
          otherwise={words('apply.byEmail')}
          subject={words('apply.application')}
        >
          <ApplyForm
            jobId={jobId}
            source={source}
            action={action}
            rejected={rejected}
            onReceived={onReceived}
          />
        </FormOrEmail>
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </section>
  );
}

/**
 * The receipt of an application: its reference, if the host gave one, and the next steps. It is the same text for a
 * first and for a further application of a person.
 */
function Received({
  receipt,
  level,
  jobId,
}: Pick<ApplicationProps, 'jobId'> & { receipt: Receipt; level: 1 | 2 }) {
  const translated = useTranslated();
  const words = useWords(apply);
  const title = useRef<HTMLHeadingElement>(null);
  const { site, noMail } = useSiteInfo();
  const { email } = site;
  const { reference, email: to } = receipt;
  const subject = reference ? words('apply.subject', { reference }) : words('apply.subjectUnnumbered');
  const Title = `h${level}` as const;
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'center' });
  }, []);
  useEffect(() => rememberSent(aboutJob(jobId), reference), [jobId, reference]);
  return (
    <section className={styles.received} id={formAnchors.application} aria-labelledby="received">
      <div className="stack5">
        <Title className={styles.receivedTitle} id="received" ref={title} tabIndex={-1}>
          {translated(messages['applicant.received'])}
        </Title>
        {reference && (
          <div className={styles.reference}>
            <p>
              {words('apply.reference')}
              <strong className={styles.code}>{reference}</strong>
            </p>
            <CopyButton text={reference} />
          </div>
        )}
        <ReplyTime />
        <ol className="numbered">
          {!noMail && (
            <li>
              {to
                ? asNode(
                    words.parts('apply.confirmation', {
                      to: () => <bdi className="strong">{to}</bdi>,
                    }),
                  )
                : words('apply.confirmationUnnamed')}
            </li>
          )}
          {noMail && reference && <li>{words('apply.writeDown')}</li>}
          <li>{words('apply.read')}</li>
          <li>
            {asNode(
              words.parts(reference ? 'apply.answerReference' : 'apply.answer', {
                email: () => <a href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}>{email}</a>,
              }),
            )}
          </li>
        </ol>
        <p>
          <Link className="onward" to={pathTo('careersApply')}>
            {words('apply.allOpen')}
          </Link>
        </p>
      </div>
    </section>
  );
}

function CopyButton({ text }: { text: string }) {
  const words = useWords(apply);
  const [done, setDone] = useState<'copied' | 'failed'>();
  async function copy() {
    setDone((await copyText(text)) ? 'copied' : 'failed');
  }
  return (
    <div className={styles.copy}>
      <Button variant="quiet" onClick={() => void copy()}>
        {done === 'copied' ? <CheckIcon /> : <CopyIcon />} {words('apply.copy')}
      </Button>
      <span role="status">
        {done === 'copied' && words('apply.copied')}
        {done === 'failed' && words('apply.copyByHand')}
      </span>
    </div>
  );
}

/** Name of the form, which identifies it among the forms of a page. */
const formName = 'application';

/** Data that the visitor is shown after an application. */
interface Receipt {
  /** Undefined if the host gives no reference. */
  reference: string | undefined;
  /** Undefined if the receipt was opened by its URL. */
  email: string | undefined;
}

interface ApplyFormProps {
  /** The job; undefined for an application without a job. */
  jobId?: Id;
  source: string;
  /** Path to which a browser without scripts posts the form, i.e. the form's own page. */
  action: string;
  /** The form that was rejected after a post without scripts, if any. */
  rejected: RejectedForm | undefined;
  onReceived: (receipt: Receipt) => void;
}

/** Returns the labels of the fields, in the order of the form. */
function labelsOf(words: Words<typeof apply>) {
  return {
    name: words('apply.name'),
    email: words('apply.email'),
    phone: words('apply.phone'),
    city: words('apply.city'),
    portfolio_url: words('apply.portfolio_url'),
    cover_letter: words('apply.cover_letter'),
    cv: words('apply.cv'),
    consent: words('apply.consent'),
  };
}

/** The application form: at most seven fields, of these the optional ones that somebody receives, and the consent. */
function ApplyForm(props: ApplyFormProps) {
  const { jobId, source, action, rejected } = props;
  const formWords = useWords(forms);
  const words = useWords(apply);
  const receives = useReceives(callOf(jobId));
  const { visitor, chooseCv } = useApplication(props, receives('cv'));
  const { form, busy, failure } = visitor;
  const site = useSite();
  const { field, labels } = visitor;
  const months = useFormToken().data?.retention_months ?? limits.retentionMonths;

  return (
    <VisitorForm
      form={visitor}
      label={words('apply.application')}
      submitLabel={words(rejected?.closed ? 'apply.sendSpontaneous' : 'apply.send')}
      action={`${action}#${formAnchors.application}`}
      note={<ReplyTime />}
      again={words('apply.again')}
      before={<SentBefore about={aboutJob(jobId)} />}
      rejectedAction={rejected?.closed && <p>{words('apply.canSend')}</p>}
      failureAction={
        failure?.closed && (
          <Link
            to={spontaneousPath(new URLSearchParams())}
            onClick={() => visitor.carryTo(aboutJob(undefined))}
          >
            {words('apply.sendAs')}
          </Link>
        )
      }
    >
      <input type="hidden" name="source" value={source} readOnly />
      <FieldPair>
        <TextField dir="auto" autoComplete="name" maxLength={limits.line} required {...field('name')} />
        <TextField type="email" autoComplete="email" maxLength={limits.email} required {...field('email')} />
        {receives('phone') && (
          <TextField type="tel" autoComplete="tel" maxLength={limits.phone} {...field('phone')} />
        )}
        {receives('city') && (
          <TextField dir="auto" autoComplete="address-level2" maxLength={limits.line} {...field('city')} />
        )}
      </FieldPair>
      {(receives('portfolio_url') || receives('linkedin_url')) && (
        <TextField
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="linkedin.com/in/you"
          maxLength={limits.url}
          {...field('portfolio_url')}
        />
      )}
      {receives('cover_letter') && (
        <TextField
          dir="auto"
          hint={words('apply.letterHint', { limit: limits.coverLetter })}
          multiline
          rows={7}
          {...field('cover_letter')}
        />
      )}
      {receives('cv') && (
        <Controller
          control={form.control}
          name="cv"
          render={({ field: { value, ref } }) => (
            <FileField
              id={fieldId(formName, 'cv')}
              name="cv"
              label={labels.cv ?? ''}
              look="document"
              hint={fileHint('document', formWords)}
              accept={acceptOf('document')}
              file={value ?? undefined}
              onSelect={chooseCv}
              disabled={busy}
              error={visitor.errorOf('cv')}
              ref={ref}
            />
          )}
        />
      )}
      <Checkbox
        label={words('apply.agree', { name: site.name, months })}
        hint={words('apply.agreeHint')}
        error={visitor.errorOf('consent')}
        readOnly={busy}
        required
        id={fieldId(formName, 'consent')}
        value="1"
        defaultChecked={visitor.served.consent}
        {...form.register('consent')}
      />
    </VisitorForm>
  );
}

/** The state of the form, and what takes a chosen CV. */
function useApplication({ jobId, source, rejected, onReceived }: ApplyFormProps, needsCv: boolean) {
  /** Why the file that was chosen last is not taken. */
  const refusal = useRef<string>(undefined);
  const visitor = useVisitorForm({
    name: formName,
    about: aboutJob(jobId),
    fields: applicationFields,
    labels: labelsOf(useWords(apply)),
    empty: emptyApplication,
    savedFields,
    rejected,
    valuesOf: applicationOf,
    problems: (values, rules) => ({
      ...applicationProblems(values, rules, needsCv),
      ...(!values.cv && refusal.current !== undefined && { cv: refusal.current }),
    }),
    fieldOf: formFieldOf,
    send: (values, sending) => sendApplication({ ...sending, jobId, values, source }),
    onSent: ({ data }, { email }) => onReceived({ reference: data?.reference, email }),
  });
  const chooseCv = useFileChoice(
    'document',
    (file) => {
      refusal.current = undefined;
      visitor.form.setValue('cv', file, { shouldDirty: true });
    },
    (problem) => {
      refusal.current = problem;
      visitor.form.setError('cv', { type: 'file', message: problem });
    },
  );
  return { visitor, chooseCv };
}

/** Says that this browser has sent an application for the same job before. */
function SentBefore({ about }: { about: string }) {
  const words = useWords(apply);
  const [reference, setReference] = useState<string>();
  // In an effect, because the server does not know it.
  useEffect(() => setReference(referenceSent(about)), [about]);
  if (reference === undefined) return null;
  return (
    <FormNote text={words('apply.sentBefore')}>
      {reference && (
        <span>
          {words('apply.reference')} <bdi>{reference}</bdi>
        </span>
      )}
    </FormNote>
  );
}
