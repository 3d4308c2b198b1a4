import { useId, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  busyLabel: string;
  /** The dialog is busy until this settles; the caller then closes it. What fails is the caller's to tell. */
  onConfirm: () => Promise<unknown> | unknown;
  onCancel: () => void;
  /** For callers that keep the busy state themselves. */
  busy?: boolean;
}

/** Asks before something is done that cannot be undone. Cancel has the focus at first. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  busyLabel,
  onConfirm,
  onCancel,
  busy: busyOutside = false,
}: ConfirmDialogProps) {
  const [running, setRunning] = useState(false);
  const textId = useId();
  const busy = busyOutside || running;

  async function confirm() {
    setRunning(true);
    try {
      await onConfirm();
    } finally {
      setRunning(false);
    }
  }

  return (
    <Dialog
      open={open}
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
          <Button variant="danger" onClick={() => void confirm()} busy={busy} busyLabel={busyLabel}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p id={textId}>{text}</p>
    </Dialog>
  );
}
