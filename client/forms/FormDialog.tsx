import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
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
import { formatDayAndTime, formatTime } from '../ui/dates.ts';
import { ChevronUpIcon } from '../ui/icons.tsx';
import { Loader } from '../ui/Loader.tsx';
import { Menu } from '../ui/Menu.tsx';
import { focusTab, panelOf, TabList } from '../ui/Tabs.tsx';
import { savedBy } from './conflict.ts';
import type { DraftState } from './draft.ts';
import styles from './FormDialog.module.css';
import noticeStyles from './FormNotices.module.css';
import { UploadProgress } from './UploadProgress.tsx';
import type { ResourceFormState } from './use-resource-form.ts';
import { useSubmitKeys } from './use-submit-keys.ts';

/** A tab beside the form: what can be done with its record besides saving. */
export interface FormTool {
  key: string;
  label: string;
  /** Rendered while the tab is open. `close` shows the form again. */
  content: (close: () => void) => ReactNode;
}

/** Controls that a dialog gives to the form inside it. */
interface FormDialogControls {
  /**
   * Places in the head for the tabs, and in the footer for the form's state and its buttons before and after Cancel; null
   * until they are mounted.
   */
  slots: Record<'head' | 'status' | 'before' | 'after', HTMLElement | null>;
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

function useFormDialog() {
  const controls = useContext(FormDialogContext);
  if (!controls) throw new Error('FormDialogBody needs a FormDialogFrame around it.');
  return controls;
}

type FormDialogProps<Values extends FieldValues> = FormDialogBodyProps<Values> &
  Pick<FormDialogFrameProps, 'title' | 'onClose' | 'size'>;

/** A dialog with a form whose data need not be fetched first. */
export function FormDialog<Values extends FieldValues>({
  title,
  onClose,
  size,
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
  size?: ComponentProps<typeof Dialog>['size'];
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
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [status, setStatus] = useState<HTMLElement | null>(null);
  const [before, setBefore] = useState<HTMLElement | null>(null);
  const [after, setAfter] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const mayClose = useRef<() => boolean>(undefined);
  const closing = useRef(onClose);
  closing.current = onClose;
  const controls = useMemo<FormDialogControls>(
    () => ({
      slots: { head, status, before, after },
      setBusy,
      close: () => closing.current(),
      guard: (asked) => {
        mayClose.current = asked;
        return () => {
          if (mayClose.current === asked) mayClose.current = undefined;
        };
      },
    }),
    [head, status, before, after],
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
      head={<div ref={setHead} className={styles.head} />}
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
  /** Other ways to save, in a menu beside the last button. One with a tool opens it instead. */
  ways?: readonly { label: string; before?: () => void; tool?: string }[];
  /** Tabs beside the form, in the head of the dialog, and what else is there. */
  tools?: readonly FormTool[];
  head?: ReactNode;
  /** The tool that is open at first; by default the form is. */
  start?: string;
  children: ReactNode;
}

/** The tab of the form itself. */
const formTab = { key: 'form', label: 'Content' };

/**
 * The form inside a dialog. Its buttons are in the dialog's footer. While a save runs, the dialog cannot be closed.
 * If there are unsaved changes, a question is shown before the dialog closes; it explains what will happen to them.
 */
export function FormDialogBody<Values extends FieldValues>(props: FormDialogBodyProps<Values>) {
  const { submitLabel, busyLabel, state, actions, mainAction, ways = [], tools = [], head, children } = props;
  const { slots, close, guard, setBusy } = useFormDialog();
  const [closing, setClosing] = useState(false);
  const formId = useId();
  const [chosen, choose] = useState(props.start ?? formTab.key);
  const tool = tools.find(({ key }) => key === chosen);
  const current = tool?.key ?? formTab.key;
  const showForm = () => choose(formTab.key);

  const mayClose = useEffectEvent(() => {
    // From a tool the way out leads through the form.
    if (tool) {
      showForm();
      focusTab(formId, formTab.key);
    } else if (state.dirty) setClosing(true);
    return !tool && !state.dirty;
  });
  // The element that had the focus may be gone with the tab that was open.
  useEffect(() => {
    if (document.activeElement === document.body) focusTab(formId, current);
  }, [formId, current]);
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
  const sendAfter = (change?: () => void) => {
    change?.();
    form.current?.requestSubmit();
  };

  return (
    <>
      <div {...(tools.length > 0 && panelOf(formId, formTab.key))} hidden={tool !== undefined}>
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
      </div>
      {tool && (
        <div {...panelOf(formId, tool.key)} className={styles.tool}>
          <Suspense fallback={<Loader label={`Loading ${tool.label}`} />}>{tool.content(showForm)}</Suspense>
        </div>
      )}
      <LeaveDialog state={state} closing={closing} onStay={() => setClosing(false)} onClose={close} />
      {slots.head &&
        createPortal(
          <>
            {tools.length > 0 && (
              <TabList
                label="Parts of this form"
                name={formId}
                tabs={[formTab, ...tools]}
                current={current}
                onChoose={choose}
                disabled={state.busy}
              />
            )}
            {head}
          </>,
          slots.head,
        )}
      {slots.status && createPortal(<DraftStatus draft={state.draft} dirty={state.dirty} />, slots.status)}
      {slots.before && createPortal(actions, slots.before)}
      {slots.after &&
        !tool &&
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
              <Button disabled={state.busy} onClick={() => sendAfter(mainAction.before)}>
                {mainAction.label}
              </Button>
            )}
            {ways.length > 0 && (
              <Menu
                label="More ways to save"
                trigger={<ChevronUpIcon />}
                className={styles.ways}
                disabled={state.busy}
                items={ways.map(({ label, before, tool: opens }) => ({
                  label,
                  onSelect: () => (opens ? choose(opens) : sendAfter(before)),
                }))}
              />
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

/** Notices above the fields of a form: a draft, a newer version, why the save failed. */
export function FormNotices<Values extends FieldValues>({ state }: { state: ResourceFormState<Values> }) {
  const { draft, busy, failure, warning, conflict, setAside } = state;
  const box = useRef<HTMLDivElement>(null);
  const act = useKeptFocus(box, busy);
  const button = (label: string, work: () => unknown) => (
    <Button variant="quiet" onClick={act(work)} busy={busy}>
      {label}
    </Button>
  );
  return (
    <div ref={box} className={noticeStyles.notices}>
      {draft.restored && !setAside && (
        <Quiet
          text="Draft kept: these are your unsaved changes from last time."
          action={button('Discard draft', state.discardChanges)}
        />
      )}
      {draft.offered && (
        <Quiet
          text={`You have a draft of ${formatDayAndTime(draft.offered.savedAt)}. A newer version has been saved since, so the draft was not applied.`}
          action={
            <>
              {button('Use the draft', state.acceptDraft)}
              {button('Discard draft', state.discardChanges)}
            </>
          }
        />
      )}
      {setAside && (
        <Quiet
          text="This is the newer version. Your changes are available until you close the form."
          action={button('Restore my changes', state.restoreMyChanges)}
        />
      )}
      {conflict && (
        <Problem focus>
          <p>{savedBy(conflict)}, after you had opened it. Your changes are not lost.</p>
          {conflict.theirs.length > 0 && (
            <p>
              Their changes: {state.listOf(conflict.theirs)}. “Overwrite with mine” saves what you changed
              {conflict.both.length > 0 && `, your ${state.listOf(conflict.both)} in place of theirs,`} and
              leaves the rest as it is there.
            </p>
          )}
          <p className="row2">
            {state.canReload && button('Load the newer version', state.loadNewerVersion)}
            {button('Overwrite with mine', state.overwrite)}
          </p>
        </Problem>
      )}
      {warning && (
        <Problem focus>
          <p>{warning}</p>
          <p className="row2">{button('Save anyway', state.submit)}</p>
        </Problem>
      )}
      {failure && (
        <Problem focus={Object.keys(state.form.formState.errors).length === 0}>
          <p>{failure}</p>
        </Problem>
      )}
    </div>
  );
}

/**
 * Moves the focus to the first field when a notice disappears with the button that was pressed. Otherwise the focus
 * would leave the dialog.
 */
function useKeptFocus(box: RefObject<HTMLElement | null>, busy: boolean) {
  const pressed = useRef(false);
  useEffect(() => {
    if (!pressed.current || busy) return;
    const { activeElement } = document;
    if (activeElement === document.body) focusFirstField(box.current?.closest('form'));
    pressed.current = box.current?.contains(activeElement) ?? false;
  });
  return (work: () => unknown) => () => {
    pressed.current = true;
    void work();
  };
}

function focusFirstField(form: HTMLFormElement | null | undefined) {
  form?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')?.focus();
}

function Quiet({ text, action }: { text: string; action: ReactNode }) {
  return (
    <div className={noticeStyles.quiet} role="status">
      <p>{text}</p>
      <p className="row2">{action}</p>
    </div>
  );
}

/**
 * Shows an error. Unless the error is about a field, also takes the focus, which was lost while the submit button was
 * busy.
 */
function Problem({ focus, children }: { focus: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef(focus);
  useEffect(() => {
    if (wanted.current) box.current?.focus();
  }, []);
  return (
    <div ref={box} className={noticeStyles.problem} role="alert" tabIndex={-1}>
      {children}
    </div>
  );
}

/** Shows whether the input is stored on this device: "Saved 12:04". */
export function DraftStatus({ draft, dirty }: { draft: DraftState; dirty: boolean }) {
  return (
    <p
      className={noticeStyles.status}
      role="status"
      data-problem={(dirty && draft.outcome === 'failed') || undefined}
    >
      {dirty && statusOf(draft)}
    </p>
  );
}

function statusOf({ savedAt, outcome, pending }: DraftState) {
  if (outcome === 'failed') return 'This browser cannot keep drafts. Save before you leave.';
  if (savedAt === undefined || pending) return 'Saving a draft…';
  const where = outcome === 'partly' ? 'as a draft, without the largest file' : 'as a draft on this device';
  return (
    <>
      Saved {formatTime(savedAt)} <span className={noticeStyles.place}>{where}</span>
    </>
  );
}
