import { type ReactNode, useId, useRef } from 'react';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.tsx';
import { useModal } from './use-modal.ts';

interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Actions, held at the bottom while the body scrolls. */
  footer?: ReactNode;
  /** False: Esc, backdrop and ✕ do nothing, e.g. while a save runs. */
  dismissable?: boolean;
  /** A panel is a sheet of the window's height at its end, for what is read and worked on beside a list. */
  size?: 'small' | 'large' | 'panel';
  role?: 'dialog' | 'alertdialog';
  describedBy?: string;
}

/** A modal dialog on native <dialog>. Its content exists only while it is open. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  title,
  onClose,
  children,
  footer,
  dismissable = true,
  size = 'small',
  role,
  describedBy,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal({ dialog, open: true, dismissable, onClose });
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
    >
      <header className={styles.header}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose} disabled={!dismissable}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className={styles.body}>{children}</div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </dialog>
  );
}
