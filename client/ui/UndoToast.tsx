import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { CloseIcon, UndoIcon } from './icons.tsx';
import styles from './UndoToast.module.css';
import type { Undoable } from './undoables.ts';

interface UndoToastProps {
  text: string;
  undoable: Undoable;
  closeToast: () => void;
}

/** Toast with the text of a completed action, and a button to undo it. */
export function UndoToast({ text, undoable, closeToast }: UndoToastProps) {
  return (
    <div className={styles.toast}>
      <span className={styles.text}>{text}</span>
      <Button
        variant="quiet"
        className={styles.undo}
        aria-keyshortcuts="Control+Z Meta+Z"
        title="Ctrl+Z or ⌘Z"
        onClick={undoable.undo}
      >
        <UndoIcon size={16} />
        Undo
      </Button>
      <IconButton label="Dismiss" onClick={() => closeToast()}>
        <CloseIcon size={16} />
      </IconButton>
    </div>
  );
}
