import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './FormDialog.module.css';
import { type FormDialogContext, FormDialogPlace } from './form-dialog-context.ts';

interface FormDialogFrameProps {
  title: string;
  onClose: () => void;
  size?: 'small' | 'large' | 'panel';
  /** The label of the button that the form will have; given while there is no form yet. */
  waitingFor?: string | undefined;
  children: ReactNode;
}

/**
 * The dialog around a form. One and the same while the thing is fetched and while it is edited, so that neither focus nor screen
 * jumps: a loader or an error stands in it first, then `FormDialogBody`.
 */
export function FormDialogFrame({
  title,
  onClose,
  size = 'large',
  waitingFor,
  children,
}: FormDialogFrameProps) {
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const mayClose = useRef<() => boolean>(undefined);
  const closing = useRef(onClose);
  closing.current = onClose;
  const place = useMemo<FormDialogContext>(
    () => ({
      footer,
      setBusy,
      close: () => closing.current(),
      guard: (asked) => {
        mayClose.current = asked;
        return () => {
          if (mayClose.current === asked) mayClose.current = undefined;
        };
      },
    }),
    [footer],
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
        <>
          <div ref={setFooter} className={styles.footer} />
          {waitingFor && (
            <>
              <Button variant="quiet" onClick={close}>
                Cancel
              </Button>
              <Button disabled>{waitingFor}</Button>
            </>
          )}
        </>
      }
    >
      <FormDialogPlace value={place}>{children}</FormDialogPlace>
    </Dialog>
  );
}
