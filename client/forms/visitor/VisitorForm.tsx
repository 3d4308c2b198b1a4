import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { CallName } from '#shared/contract/index.ts';
import { fieldId, formAnchors, type PageFormName, type RejectedForm, receiptOf } from '#shared/page-forms.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { forms } from '#shared/words/en/forms.ts';
import { useSite } from '../../site-info.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useTranslated, useWords } from '../../words.ts';
import { UploadProgress } from '../UploadProgress.tsx';
import { CannotBeSent, FormOrEmail, OrByEmail } from './FormOrEmail.tsx';
import { useFormToken } from './form-token.ts';
import { showAddress, useFormReceipt } from './page-outcome.ts';
import type { VisitorFailure, VisitorFormState } from './use-visitor-form.ts';
import styles from './VisitorForm.module.css';
import sectionStyles from './VisitorSection.module.css';

interface VisitorFormProps {
  form: VisitorFormState;
  /** The accessible name of the form. */
  label: string;
  submitLabel: string;
  /** Path to which a browser without scripts posts the form, i.e. the form's own page. */
  action: string;
  /** Above the fields. */
  before?: ReactNode;
  /** Names the inputs to give again after the rest has been restored. */
  again?: string;
  /** Additional action for a form that was rejected after a post without scripts. */
  rejectedAction?: ReactNode;
  /** Further action for a form that was not accepted. */
  failureAction?: ReactNode;
  /** Next to the button. */
  note?: ReactNode;
  /** The fields. Use `<FieldPair>` for two fields side by side. */
  children: ReactNode;
}

/**
 * The frame of a public form: notice of restored input, the fields, the honeypot, why the form was not accepted, and
 * the button.
 */
export function VisitorForm(props: VisitorFormProps) {
  const words = useWords(forms);
  const { form, label, submitLabel, action, note, children } = props;
  const { before, again, rejectedAction, failureAction } = props;
  const { failure } = form;
  return (
    <form
      name={form.name}
      className={styles.form}
      method="post"
      encType="multipart/form-data"
      action={action}
      onSubmit={form.submit}
      noValidate
      aria-label={label}
    >
      {form.rejected && (
        <ErrorSummary rejected={form.rejected} labels={form.labels}>
          {rejectedAction}
        </ErrorSummary>
      )}
      {before}
      {form.restored && (
        <FormNote text={[words('form.restored'), again].filter(Boolean).join(' ')}>
          <Button variant="quiet" onClick={form.clear} disabled={form.busy}>
            {words('form.clear')}
          </Button>
        </FormNote>
      )}
      {children}
      <FormGuards trap={form.trap()} token={form.token} />
      {failure && <FailureNotice failure={failure} failureAction={failureAction} />}
      <UploadProgress sent={form.progress} onCancel={form.cancelUpload} />
      <div className={styles.end}>
        <Button type="submit" className={styles.submit} busy={form.busy} busyLabel={words('form.submitting')}>
          {submitLabel}
        </Button>
        {note}
      </div>
    </form>
  );
}

/** A note above the fields, with an action. */
export function FormNote({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <p className={styles.restored} role="status">
      <span>{text}</span>
      {children}
    </p>
  );
}

/** Says when the company answers, if it has a text about it. */
export function ReplyTime() {
  return <WrittenText>{useSite().reply_time}</WrittenText>;
}

/** Two short fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

/**
 * Shows why the form was not accepted. Unless the error is about a field, also takes the focus, which was lost while
 * the submit button was busy.
 */
function FailureNotice({ failure, failureAction }: { failure: VisitorFailure; failureAction: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (failure.field === undefined) line.current?.focus();
  });
  useEffect(() => takeFocus(), []);
  return (
    <div ref={line} className={styles.failure} role="alert" tabIndex={-1}>
      <p>{failure.notTaken ? <CannotBeSent /> : failure.text}</p>
      {failure.full && (
        <p>
          <OrByEmail />
        </p>
      )}
      {failureAction && <p>{failureAction}</p>}
    </div>
  );
}

interface ErrorSummaryProps {
  rejected: RejectedForm;
  /** Labels of the fields, in the order of the form. */
  labels: Readonly<Record<string, string>>;
  /** Additional action below the errors. */
  children?: ReactNode;
}

/**
 * Errors above a form that was rejected after a post without scripts: why it was not sent, and a link to each invalid
 * field.
 */
function ErrorSummary({ rejected, labels, children }: ErrorSummaryProps) {
  const words = useWords(forms);
  const translated = useTranslated();
  const { email } = useSite();
  const bad = Object.keys(labels).filter((field) => rejected.errors[field] !== undefined);
  return (
    <div className={styles.summary} role="alert" aria-labelledby="not-sent">
      <p className={styles.title} id="not-sent">
        {words('form.notSent')}
      </p>
      <p>
        {translated(rejected.text)}
        {rejected.notTaken && (
          <>
            {' '}
            <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
      {rejected.full && (
        <p>
          <OrByEmail />
        </p>
      )}
      {bad.length > 0 && (
        <ul className={styles.fields}>
          {bad.map((field) => (
            <li key={field}>
              <a href={`#${fieldId(rejected.form, field)}`}>
                {words('form.error', {
                  label: labels[field] ?? '',
                  problem: translated(rejected.errors[field] ?? ''),
                })}
              </a>
            </li>
          ))}
        </ul>
      )}
      {rejected.file !== undefined && (
        <p>{asNode(words.parts('form.fileAgain', { file: () => <bdi>{rejected.file}</bdi> }))}</p>
      )}
      {children}
    </div>
  );
}

interface FormGuardsProps {
  /** Props of the honeypot's input, from the state of the form. */
  trap: ComponentProps<'input'>;
  /**
   * Token of a form that was rejected after a post without scripts. It is used again, so that the age of the form is
   * not reset.
   */
  token?: string;
}

/**
 * Hides the honeypot from sight, from the tab order and from the accessibility tree. Not with `display: none`,
 * because bots recognise it. An inline style, so that the honeypot is also hidden while style sheets are still
 * loading.
 */
const outOfSight = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Hidden inputs of a public form: the token, which shows how long the form has been open, and the honeypot. */
function FormGuards({ trap, token }: FormGuardsProps) {
  const words = useWords(forms);
  const { data } = useFormToken();
  return (
    <>
      <input type="hidden" name="form_token" value={token || (data?.form_token ?? '')} readOnly />
      {/* The honeypot: bots fill in every field that they find, but people do not see this one. */}
      <div style={outOfSight} aria-hidden="true">
        <label>
          {words('form.website')}
          <input type="text" tabIndex={-1} autoComplete="off" data-1p-ignore="" {...trap} />
        </label>
      </div>
    </>
  );
}

interface UsedCharactersProps<Values extends FieldValues> {
  control: Control<Values>;
  name: Path<Values>;
  limit: number;
}

/**
 * Shows how many of the allowed characters are used. A longer text is not cut, so that a person who pastes too much
 * sees by how much to shorten it.
 */
export function UsedCharacters<Values extends FieldValues>(props: UsedCharactersProps<Values>) {
  const words = useWords(forms);
  const { control, name, limit } = props;
  const text: string = useWatch({ control, name }) ?? '';
  const used = text.trim().length;
  const over = used - limit;
  return (
    <span className={classNames('digits', over > 0 && styles.over)}>
      {over > 0 ? words('form.over', { used, limit, over }) : words('form.used', { used, limit })}
    </span>
  );
}

type Texts = Record<string, string>;

/** Takes the host's answer to a form, and what was sent. */
export type OnSent = (answer: Envelope<unknown>, texts: Texts) => void;

/** A form that the host has accepted. */
interface SentForm {
  /** Undefined if the receipt was opened by its URL, because the page then does not know the input. */
  texts?: Texts;
  /** Message of the host's answer. */
  title?: string;
  reference?: string;
  /** ISO time by which what was asked for is done. */
  dueAt?: string;
}

interface VisitorSectionProps {
  form: PageFormName;
  /** The call to which the form is sent. */
  call: CallName;
  /** Path of the form. */
  path: string;
  title: string;
  /** Ref of the title. */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** Classes of the section and of its title. */
  classes: Readonly<Record<string, string>>;
  /** A sentence that invites people to write an email instead, and the subject of that email. */
  otherwise: string;
  subject?: string;
  /** Confirmation, if the host's answer has no message. */
  received: string;
  againLabel: string;
  /** Labels of what was sent, by field, in the order of the form. */
  labels: Readonly<Texts>;
  /** Text about the next steps. */
  next: (sent: SentForm) => ReactNode;
  /** Renders the form. `again` is true if another one was sent before. */
  children: (onSent: OnSent, again: boolean) => ReactNode;
}

/** A form for visitors under its title, or the receipt after it was sent. */
export function VisitorSection(props: VisitorSectionProps) {
  const { form, path, title, heading, classes, children } = props;
  const [sent, setSent] = useState<SentForm>();
  // True after going back from the receipt to the form. The button that had the focus has disappeared, so the form's
  // title takes the focus.
  const [again, setAgain] = useState(false);
  const receipt = useFormReceipt(form);
  const id = formAnchors[form];
  if (receipt) return <Sent {...props} sent={receipt} again={path} />;
  if (sent) {
    const back = () => {
      showAddress(form, path);
      setAgain(true);
      setSent(undefined);
    };
    return <Sent {...props} sent={sent} again={back} />;
  }
  const take: OnSent = ({ data, message }, texts) =>
    setSent({ texts, title: message || undefined, ...receiptOf(data) });
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 className={classes.heading} id={id} tabIndex={-1} ref={again ? focusElement : heading}>
        {title}
      </h2>
      <FormOrEmail form={form} call={props.call} otherwise={props.otherwise} subject={props.subject}>
        {children(take, again)}
      </FormOrEmail>
    </section>
  );
}

interface SentProps
  extends Pick<VisitorSectionProps, 'form' | 'received' | 'againLabel' | 'labels' | 'next'> {
  sent: SentForm;
  /** Opens the form again: a function on the same page, or the path of the form. */
  again: (() => void) | string;
}

/** Confirms that a form was sent. Shows the next steps, and the input, which can be read, selected and printed. */
function Sent({ form, received, againLabel, labels, next, sent, again }: SentProps) {
  const { texts = {}, title = received, reference } = sent;
  const translated = useTranslated();
  const words = useWords(forms);
  const heading = useRef<HTMLHeadingElement>(null);
  const written = Object.entries(labels).filter(([field]) => texts[field]);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className="stack6" id={formAnchors[form]} aria-labelledby="sent">
      <div className={sectionStyles.news}>
        <h2 className={sectionStyles.title} id="sent" ref={heading} tabIndex={-1}>
          {translated(title)}
        </h2>
        {reference && (
          <p>
            {asNode(
              words.parts('form.reference', {
                reference: () => <strong className={sectionStyles.reference}>{reference}</strong>,
              }),
            )}
          </p>
        )}
        {next(sent)}
      </div>
      {written.length > 0 && (
        <section aria-labelledby="sent-copy">
          <h3 className={sectionStyles.heading} id="sent-copy">
            {words('form.whatYouSent')}
          </h3>
          <dl className={sectionStyles.fields}>
            {written.map(([field, label]) => (
              <div key={field} className={sectionStyles.field}>
                <dt>{label}</dt>
                <dd dir="auto">{texts[field]}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {typeof again === 'string' ? (
        <Link className={sectionStyles.again} to={again}>
          {againLabel}
        </Link>
      ) : (
        <Button variant="quiet" className={sectionStyles.again} onClick={again}>
          {againLabel}
        </Button>
      )}
    </section>
  );
}

/** Ref callback that focuses its element once, when the element is mounted. */
function focusElement(element: HTMLElement | null) {
  element?.focus();
}
