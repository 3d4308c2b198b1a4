import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../ui/Button.tsx';
import { DraftStatus } from './DraftStatus.tsx';
import styles from './FormDialog.module.css';
import { FormLeaving } from './FormLeaving.tsx';
import { FormNotices } from './FormNotices.tsx';
import { useFormDialog } from './form-dialog-context.ts';
import { UploadProgress } from './UploadProgress.tsx';
import type { ResourceFormState } from './use-resource-form.ts';

export interface FormDialogBodyProps<Values extends FieldValues> {
  submitLabel: string;
  /** docs/product.md §4, e.g. messages['busy.creating']. */
  busyLabel: string;
  state: ResourceFormState<Values>;
  /** Further actions, before Cancel. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * The form of a dialog, with its buttons in the dialog's footer. The dialog cannot be closed while a save runs; with unsaved
 * changes it asks first, and says what becomes of them.
 */
export function FormDialogBody<Values extends FieldValues>(props: FormDialogBodyProps<Values>) {
  const { submitLabel, busyLabel, state, actions, children } = props;
  const { footer, close, guard, setBusy } = useFormDialog();
  const [closing, setClosing] = useState(false);
  const formId = useId();

  const mayClose = useEffectEvent(() => {
    if (state.dirty) setClosing(true);
    return !state.dirty;
  });
  useEffect(() => guard(() => mayClose()), [guard]);
  useLayoutEffect(() => {
    setBusy(state.busy);
    return () => setBusy(false);
  }, [state.busy, setBusy]);

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A form that came later than its dialog finds the focus on the dialog's ✕: it belongs into the first field.
    const { activeElement } = document;
    const waiting =
      activeElement === document.body || activeElement?.closest('dialog') === form.current?.closest('dialog');
    if (!waiting || activeElement?.matches('input, textarea, select, [contenteditable]')) return;
    form.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')?.focus();
  }, []);

  const cancel = () => {
    if (state.dirty) setClosing(true);
    else close();
  };
  return (
    <>
      <form
        ref={form}
        id={formId}
        className={styles.form}
        onSubmit={(event) => void state.submit(event)}
        noValidate
      >
        <FormNotices state={state} />
        {children}
      </form>
      <UploadProgress sent={state.progress} onCancel={state.cancelUpload} />
      <FormLeaving state={state} closing={closing} onStay={() => setClosing(false)} onClose={close} />
      {footer &&
        createPortal(
          <>
            <DraftStatus draft={state.draft} dirty={state.dirty} />
            {actions}
            <Button variant="quiet" onClick={cancel} disabled={state.busy}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={state.busy} busyLabel={busyLabel}>
              {submitLabel}
            </Button>
          </>,
          footer,
        )}
    </>
  );
}
