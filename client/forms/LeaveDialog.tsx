import { useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './LeaveDialog.module.css';

interface LeaveDialogProps {
  /** What is left: a form, or the page with it. */
  leaving: 'form' | 'page';
  /** The draft outlives the form, so leaving loses nothing. */
  kept: boolean;
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
}

/** Asks before unsaved changes are left behind, and says what becomes of them. */
export function LeaveDialog({ leaving, kept, onStay, onLeave, onDiscard }: LeaveDialogProps) {
  const textId = useId();
  const verb = leaving === 'form' ? 'Close' : 'Leave';
  return (
    <Dialog
      open
      role="alertdialog"
      title="Unsaved changes"
      describedBy={textId}
      onClose={onStay}
      footer={
        <div className={styles.actions}>
          <Button variant="danger" onClick={onDiscard}>
            Discard changes
          </Button>
          {kept && (
            <Button variant="quiet" onClick={onLeave}>
              {verb} and keep the draft
            </Button>
          )}
          <Button onClick={onStay} data-focus-first>
            Keep editing
          </Button>
        </div>
      }
    >
      <p id={textId}>
        {kept
          ? 'Your changes have not been saved. You can keep them as a draft on this device.'
          : 'Your changes have not been saved, and this browser cannot keep all of them. They will be lost if you continue.'}
      </p>
    </Dialog>
  );
}
