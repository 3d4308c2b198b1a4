import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { languageOf } from '#shared/text-direction.ts';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.tsx';
import { useFocusWhenGone } from './use-focus-when-gone.ts';
import { useModal } from './use-modal.ts';

interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Beside the title, in a narrow window below it. */
  head?: ReactNode;
  /** Actions at the bottom of the dialog. They stay in place while the body scrolls. */
  footer?: ReactNode;
  /** If false, Esc, the backdrop and ✕ do nothing. Used, for example, while a save runs. */
  dismissable?: boolean;
  /**
   * `tall` is a large dialog with a fixed height. It is for content that has to load first, so that nothing moves
   * when the content arrives. `full` is as large as the window, for writing. `panel` is as high as the window and at the
   * window's end edge: the right one in left-to-right text. It is for working with an item of a list.
   */
  size?: 'small' | 'large' | 'tall' | 'full' | 'panel';
  role?: 'dialog' | 'alertdialog';
  describedBy?: string;
}

/** A modal dialog, based on the native `<dialog>`. Its content is mounted only while it is open. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  title,
  onClose,
  children,
  head,
  footer,
  dismissable = true,
  size = 'small',
  role,
  describedBy,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useModal({ dialog, open: true, dismissable, onClose });
  useFocusWhenGone(dialog, heading);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
    >
      {/* `div` instead of `header` and `footer`, which would count as the banner and the footer of the page. */}
      <div className={styles.header}>
        <h2
          ref={heading}
          className={styles.title}
          id={titleId}
          tabIndex={-1}
          dir="auto"
          lang={languageOf(title)}
        >
          {title}
        </h2>
        {head}
        <IconButton label="Close" onClick={onClose} disabled={!dismissable}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </dialog>
  );
}

interface ConfirmDialogProps {
  title: string;
  text: string;
  confirmLabel: string;
  busyLabel: string;
  /** False: the action can be undone, and the button is not red. */
  destroys?: boolean;
  /**
   * Carries out the action. The dialog is busy until the promise settles. The caller closes the dialog and reports
   * failures.
   */
  onConfirm: () => Promise<unknown> | unknown;
  onCancel: () => void;
}

/** Asks before an action that cannot be undone. Cancel has the initial focus; Ctrl+Enter or ⌘Enter confirms. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  busyLabel,
  destroys = true,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const textId = useId();

  const words = useRef<HTMLParagraphElement>(null);
  const confirmByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    if (!busy) void confirm();
  });
  useEffect(() => {
    const dialog = words.current?.closest('dialog');
    const onKeyDown = (event: KeyboardEvent) => confirmByKey(event);
    dialog?.addEventListener('keydown', onKeyDown);
    return () => dialog?.removeEventListener('keydown', onKeyDown);
  }, []);

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title={title}
      onClose={onCancel}
      dismissable={!busy}
      role="alertdialog"
      describedBy={textId}
      footer={
        <>
          <Button variant="quiet" onClick={onCancel} disabled={busy} data-focus-first>
            Cancel
          </Button>
          <Button
            variant={destroys ? 'danger' : 'primary'}
            onClick={() => void confirm()}
            busy={busy}
            busyLabel={busyLabel}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p id={textId} ref={words}>
        {text}
      </p>
    </Dialog>
  );
}
