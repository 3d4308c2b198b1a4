import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { messages } from '#shared/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { UploadProgress } from '../UploadProgress.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormGuards } from './FormGuards.tsx';
import { NotTaken } from './FormOffer.tsx';
import type { VisitorFailure, VisitorFormState } from './use-visitor-form.ts';
import styles from './VisitorForm.module.css';

interface VisitorFormProps {
  form: VisitorFormState;
  /** The accessible name of the form. */
  label: string;
  submitLabel: string;
  /** Where a browser without scripts posts it: the address of its own page. */
  action: string;
  /** The labels of the fields, in the order of the form. */
  labels: Readonly<Record<string, string>>;
  /** What else can be done about a form that came back from its post. */
  way?: ReactNode;
  /** What else can be done about one that was not taken. */
  wayOn?: ReactNode;
  /** The fields; `<FieldPair>` puts two beside each other. */
  children: ReactNode;
}

/** The frame of a public form: what was kept, the fields, the trap, why it was not taken, and the button. */
export function VisitorForm(props: VisitorFormProps) {
  const { form, label, submitLabel, action, labels, way, wayOn, children } = props;
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
        <ErrorSummary rejected={form.rejected} labels={labels}>
          {way}
        </ErrorSummary>
      )}
      {form.restored && (
        <p className={styles.restored} role="status">
          <span>What you had typed here before is still in the form.</span>
          <Button variant="quiet" onClick={form.clear} disabled={form.busy}>
            Clear form
          </Button>
        </p>
      )}
      {children}
      <FormGuards trap={form.trap()} token={form.token} />
      {failure && <FailureNotice failure={failure} wayOn={wayOn} />}
      <UploadProgress sent={form.progress} onCancel={form.cancelUpload} />
      <Button
        type="submit"
        className={styles.submit}
        busy={form.busy}
        busyLabel={messages['busy.submitting']}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

/** Two short fields beside each other where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

/** Why the form was not taken. It takes the focus, which the busy button lost, unless a field is to blame. */
function FailureNotice({ failure, wayOn }: { failure: VisitorFailure; wayOn: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (failure.field === undefined) line.current?.focus();
  });
  useEffect(() => takeFocus(), []);
  return (
    <div ref={line} className={styles.failure} role="alert" tabIndex={-1}>
      <p>{failure.notTaken ? <NotTaken /> : failure.text}</p>
      {wayOn && <p>{wayOn}</p>}
    </div>
  );
}
