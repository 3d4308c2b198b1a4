export interface Undoable {
  /** Undoes the change once; later calls do nothing. */
  undo: () => void;
  /** Withdraws the offer. */
  forget: () => void;
}

/** Changes that can be undone now, newest last. */
const offers: Undoable[] = [];

/** Registers an offer to undo, until it is used or withdrawn. During that time Ctrl+Z and ⌘Z use the newest offer. */
export function offerUndo(onUndo: () => void): Undoable {
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
export function isUndoOffered(): boolean {
  return offers.length > 0;
}

function takeNewest(event: KeyboardEvent) {
  if (event.defaultPrevented || !isUndoKey(event) || writesText(document.activeElement)) return;
  event.preventDefault();
  offers.at(-1)?.undo();
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey;
}

/** Returns true for a text field, in which Ctrl+Z undoes typing and not a change. */
function writesText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLInputElement) {
    return !['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color'].includes(
      element.type,
    );
  }
  return element instanceof HTMLElement && element.isContentEditable;
}
