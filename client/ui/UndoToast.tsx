import { useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { CloseIcon, UndoIcon } from './icons.tsx';
import styles from './UndoToast.module.css';

interface UndoToastProps {
  text: string;
  undoable: Undoable;
  closeToast: () => void;
}

/** Toast with the text of a completed action, and a button to undo it. It gives the focus back when it goes. */
export function UndoToast({ text, undoable, closeToast }: UndoToastProps) {
  const toast = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = toast.current;
    let before: EventTarget | null = null;
    element?.addEventListener('focusin', ({ relatedTarget: from }) => {
      if (!(from instanceof Node && element.contains(from))) before = from;
    });
    return () => {
      const had = element?.contains(document.activeElement);
      if (had && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div ref={toast} className={styles.toast}>
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

interface Undoable {
  /** Undoes the change once; later calls do nothing. */
  undo: () => void;
  /** Withdraws the offer. */
  forget: () => void;
}

/** Changes that can be undone now, newest last. */
const offers: Undoable[] = [];

/** Registers an offer to undo, until it is used or withdrawn. During that time Ctrl+Z and ⌘Z use the newest offer. */
export function offerUndo(onUndo: () => void) {
  const undoable: Undoable = {
    undo: () => {
      if (!offers.includes(undoable)) return;
      undoable.forget();
      onUndo();
    },
    forget: () => {
      const index = offers.indexOf(undoable);
      if (index >= 0) offers.splice(index, 1);
      if (offers.length === 0) document.removeEventListener('keydown', takeNewest);
    },
  };
  offers.push(undoable);
  // There is only one listener for all offers, because adding the same function again has no effect.
  document.addEventListener('keydown', takeNewest);
  return undoable;
}

/** Returns true if a change can be undone at present. */
export function isUndoOffered() {
  return offers.length > 0;
}

function takeNewest(event: KeyboardEvent) {
  if (event.defaultPrevented || !isUndoKey(event) || writesText(document.activeElement)) return;
  event.preventDefault();
  offers.at(-1)?.undo();
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) {
  return key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey;
}

/** Returns true for a text field, in which Ctrl+Z undoes typing and not a change. */
function writesText(element: Element | null) {
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLInputElement) {
    return !['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color'].includes(
      element.type,
    );
  }
  return element instanceof HTMLElement && element.isContentEditable;
}
