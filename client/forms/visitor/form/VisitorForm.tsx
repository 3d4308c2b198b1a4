import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { messages } from '#shared/messages.ts';
import { Button } from '../../../ui/button/Button.tsx';
import type { VisitorFailure, VisitorFormState } from '../state/use-visitor-form.ts';
import styles from './VisitorForm.module.css';

interface VisitorFormProps {
  form: VisitorFormState;
  /** The accessible name of the form. */
  label: string;
  submitLabel: string;
  /** How the same is done by a browser without scripts. */
  withoutScripts: ReactNode;
  /** The fields; `<FieldPair>` puts two beside each other. */
  children: ReactNode;
}

/** The frame of a public form: what was kept, the fields, the trap, why it was not taken, and the button. */
export function VisitorForm({ form, label, submitLabel, withoutScripts, children }: VisitorFormProps) {
  const { failure } = form;
  return (
    <form name={form.name} className={styles.form} onSubmit={form.submit} noValidate aria-label={label}>
      {form.restored && (
        <p className={styles.restored} role="status">
          <span>What you had typed here before is still in the form.</span>
          <Button variant="quiet" onClick={form.clear} disabled={form.busy}>
            Start afresh
          </Button>
        </p>
      )}
      {children}
      {/* Robots fill every field that they find. Nobody else meets this one. */}
      <div className={styles.trap} aria-hidden="true">
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" data-1p-ignore="" {...form.trap()} />
        </label>
      </div>
      <noscript>
        <p className={styles.note}>{withoutScripts}</p>
      </noscript>
      {failure && <FailureNotice failure={failure} />}
      <Button
        type="submit"
        className={styles.submit}
        busy={form.busy}
        busyLabel={messages['busy.submitting']}
        disabled={!form.ready}
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
      {failure.text}
    </p>
  );
}
