import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { FieldValues } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './FormDialog.module.css';
import { DraftStatus, FormNotices, focusFirstField } from './FormNotices.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import type { ResourceFormState } from './use-resource-form.ts';
import { useSubmitKeys } from './use-submit-keys.ts';

/** Controls that a dialog gives to the form inside it. */
interface FormDialogControls {
  /** Places in the footer for the form's state, and for its buttons before and after Cancel; null until they are mounted. */
  slots: Record<'status' | 'before' | 'after', HTMLElement | null>;
  /** Closes the dialog without asking. */
  close: () => void;
  /**
   * Registers a check that runs when a person wants to close the dialog. If the check returns false, the dialog stays
   * open, and the form asks the person. Returns a function that removes the check.
   */
  guard: (mayClose: () => boolean) => () => void;
  setBusy: (busy: boolean) => void;
}

const FormDialogContext = createContext<FormDialogControls | undefined>(undefined);

function useFormDialog(): FormDialogControls {
  const controls = useContext(FormDialogContext);
  if (!controls) throw new Error('FormDialogBody needs a FormDialogFrame around it.');
  return controls;
}

interface FormDialogProps<Values extends FieldValues> extends FormDialogBodyProps<Values> {
  title: string;
  onClose: () => void;
  size?: 'small' | 'large' | 'tall' | 'panel';
}

/** A dialog with a form whose data need not be fetched first. */
export function FormDialog<Values extends FieldValues>({
  title,
  onClose,
  size = 'large',
  ...body
}: FormDialogProps<Values>) {
  return (
    <FormDialogFrame title={title} onClose={onClose} size={size}>
      <FormDialogBody {...body} />
    </FormDialogFrame>
  );
}

interface FormDialogFrameProps {
  title: string;
  onClose: () => void;
  size?: 'small' | 'large' | 'tall' | 'panel';
  /** Label of the form's submit button. Set while the form has not loaded, so that the button is already shown. */
  waitingFor?: string;
  children: ReactNode;
}

/**
 * The dialog around a form. The same `<dialog>` element first shows the loader or an error, and then
 * `FormDialogBody`, so that neither the focus nor the layout jumps.
 */
export function FormDialogFrame({
  title,
  onClose,
  size = 'large',
  waitingFor,
  children,
}: FormDialogFrameProps) {
  const [status, setStatus] = useState<HTMLElement | null>(null);
  const [before, setBefore] = useState<HTMLElement | null>(null);
  const [after, setAfter] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const mayClose = useRef<() => boolean>(undefined);
  const closing = useRef(onClose);
  closing.current = onClose;
  const controls = useMemo<FormDialogControls>(
    () => ({
      slots: { status, before, after },
      setBusy,
      close: () => closing.current(),
      guard: (asked) => {
        mayClose.current = asked;
        return () => {
          if (mayClose.current === asked) mayClose.current = undefined;
        };
      },
    }),
    [status, before, after],
  );
  const close = () => {
    if (mayClose.current?.() ?? true) onClose();
  };
  return (
    <Dialog
      open
      size={size}
      title={title}
      onClose={close}
      dismissable={!busy}
      footer={
        // Cancel is one button before and after the form has loaded, so that a press at that moment is not lost.
        <>
          <div ref={setStatus} className={styles.status} />
          <div className={styles.buttons}>
            <div ref={setBefore} className={styles.slot} />
            <Button variant="quiet" onClick={close} disabled={busy}>
              Cancel
            </Button>
            {waitingFor && <Button disabled>{waitingFor}</Button>}
            <div ref={setAfter} className={styles.slot} />
          </div>
        </>
      }
    >
      <FormDialogContext value={controls}>{children}</FormDialogContext>
    </Dialog>
  );
}

interface FormDialogBodyProps<Values extends FieldValues> {
  submitLabel: string;
  /** Label of docs/product.md §4, e.g. messages['busy.creating']. */
  busyLabel: string;
  state: ResourceFormState<Values>;
  /** Additional actions, shown before Cancel. */
  actions?: ReactNode;
  /** The last and most prominent button, if the main action changes the form before it is sent. */
  mainAction?: { label: string; before: () => void };
  children: ReactNode;
}

/**
 * The form inside a dialog. Its buttons are in the dialog's footer. While a save runs, the dialog cannot be closed.
 * If there are unsaved changes, a question is shown before the dialog closes; it explains what will happen to them.
 */
export function FormDialogBody<Values extends FieldValues>(props: FormDialogBodyProps<Values>) {
  const { submitLabel, busyLabel, state, actions, mainAction, children } = props;
  const { slots, close, guard, setBusy } = useFormDialog();
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
    // If the dialog opened before the form had loaded, its ✕ has the focus. The focus then moves to the first field.
    const { activeElement } = document;
    const waiting =
      activeElement === document.body || activeElement?.closest('dialog') === form.current?.closest('dialog');
    if (!waiting || activeElement?.matches('input, textarea, select, [contenteditable]')) return;
    focusFirstField(form.current);
  }, []);

  useSubmitKeys(form);

  return (
    <>
      <form
        ref={form}
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          // React would pass the event on to the form in which the dialog is opened.
          event.stopPropagation();
          void state.submit(event);
        }}
        noValidate
      >
        <FormNotices state={state} />
        {children}
      </form>
      <UploadProgress sent={state.progress} onCancel={state.cancelUpload} />
      <LeaveDialog state={state} closing={closing} onStay={() => setClosing(false)} onClose={close} />
      {slots.status && createPortal(<DraftStatus draft={state.draft} dirty={state.dirty} />, slots.status)}
      {slots.before && createPortal(actions, slots.before)}
      {slots.after &&
        createPortal(
          <>
            <Button
              type="submit"
              form={formId}
              variant={mainAction ? 'quiet' : 'primary'}
              busy={state.busy}
              busyLabel={busyLabel}
              aria-keyshortcuts="Control+S Meta+S Control+Enter Meta+Enter"
            >
              {submitLabel}
            </Button>
            {mainAction && (
              <Button
                disabled={state.busy}
                onClick={() => {
                  mainAction.before();
                  form.current?.requestSubmit();
                }}
              >
                {mainAction.label}
              </Button>
            )}
          </>,
          slots.after,
        )}
    </>
  );
}

interface LeaveDialogProps<Values extends FieldValues> {
  state: ResourceFormState<Values>;
  /** True once a person has tried to close the form, if it can be closed. */
  closing?: boolean;
  onStay?: () => void;
  onClose?: () => void;
}

/** Asks before a form with unsaved changes is closed, or before a person leaves the page. */
export function LeaveDialog<Values extends FieldValues>(props: LeaveDialogProps<Values>) {
  const { state, closing, onStay, onClose } = props;
  const { leaving } = state;
  const { pathname } = useLocation();
  const textId = useId();
  const blocked = leaving.state === 'blocked';
  if (!blocked && !closing) return null;

  const stay = () => {
    if (blocked) leaving.reset();
    onStay?.();
  };
  const go = () => {
    if (blocked) leaving.proceed();
    else onClose?.();
  };
  const keepAndGo = async () => {
    await state.flushDraft();
    go();
  };
  const discardAndGo = async () => {
    await state.discardChanges();
    go();
  };
  const verb = blocked && leaving.location.pathname !== pathname ? 'Leave' : 'Close';
  return (
    <Dialog
      open
      role="alertdialog"
      title="Unsaved changes"
      describedBy={textId}
      onClose={stay}
      footer={
        <div className={styles.leaveActions}>
          <Button variant="danger" onClick={() => void discardAndGo()}>
            Discard changes
          </Button>
          {state.canKeepDraft && (
            <Button variant="quiet" onClick={() => void keepAndGo()}>
              {verb} and keep the draft
            </Button>
          )}
          <Button onClick={stay} data-focus-first>
            Keep editing
          </Button>
        </div>
      }
    >
      <p id={textId}>
        {state.canKeepDraft
          ? 'Your changes have not been saved. You can keep them as a draft on this device.'
          : 'Your changes have not been saved, and this browser cannot keep all of them. They will be lost if you continue.'}
      </p>
    </Dialog>
  );
}
