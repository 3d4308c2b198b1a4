import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import { formAnchors, type RejectedForm } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { apply } from '#shared/words/en/apply.ts';
import { FormOrEmail } from '../../forms/visitor/FormOrEmail.tsx';
import { useFormReceipt } from '../../forms/visitor/page-outcome.ts';
import { rememberSent } from '../../forms/visitor/saved-input.ts';
import { ReplyTime } from '../../forms/visitor/VisitorForm.tsx';
import { useSiteInfo } from '../../site-info.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { CheckIcon, CopyIcon } from '../../ui/icons.tsx';
import { asNode, useTranslated, useWords } from '../../words.ts';
import styles from './Application.module.css';
import { ApplyForm, type Receipt } from './ApplyForm.tsx';
import { aboutJob } from './application-form.ts';

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

/** The application form, or the receipt after it was sent. */
export function Application(props: ApplicationProps) {
  const { title, level = 2, intro, jobId, source, action, rejected, aside, receipt, onReceived } = props;
  const words = useWords(apply);
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
        <p className={styles.intro}>{intro ?? words('apply.intro')}</p>
      </div>
      <div className={styles.form}>
        <FormOrEmail
          form="application"
          call={jobId === undefined ? 'applyJob' : 'applyJobFor'}
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
