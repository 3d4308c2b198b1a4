import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { messages } from '#shared/messages.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ErrorSummary } from '../posted/ErrorSummary.tsx';
import type { VisitorFailure, VisitorFormState } from '../state/use-visitor-form.ts';
import { FormGuards } from './FormGuards.tsx';
import { NotTaken } from './FormOffer.tsx';
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
  /** The fields; `<FieldPair>` puts two beside each other. */
  children: ReactNode;
}

/** The frame of a public form: what was kept, the fields, the trap, why it was not taken, and the button. */
export function VisitorForm({ form, label, submitLabel, action, labels, children }: VisitorFormProps) {
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
      {form.posted && <ErrorSummary posted={form.posted} labels={labels} />}
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
      {failure && <FailureNotice failure={failure} />}
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
function FailureNotice({ failure }: { failure: VisitorFailure }) {
  const line = useRef<HTMLParagraphElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (failure.field === undefined) line.current?.focus();
  });
  useEffect(() => takeFocus(), []);
  return (
    <p ref={line} className={styles.failure} role="alert" tabIndex={-1}>
      {failure.notTaken ? <NotTaken /> : failure.text}
    </p>
  );
}
