import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form';
import { fieldId, type RejectedForm } from '#shared/page-forms.ts';
import { forms } from '#shared/words/en/forms.ts';
import { useSite } from '../../site-info.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useTranslated, useWords } from '../../words.ts';
import { UploadProgress } from '../UploadProgress.tsx';
import { CannotBeSent, OrByEmail } from './FormOrEmail.tsx';
import { useFormToken } from './form-token.ts';
import type { VisitorFailure, VisitorFormState } from './use-visitor-form.ts';
import styles from './VisitorForm.module.css';

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
