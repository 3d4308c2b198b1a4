export interface Undoable {
  /** Undoes it, once; later calls do nothing. */
  undo: () => void;
  /** The offer is over. */
  forget: () => void;
}

/** What can be undone now, newest last. */
const offers: Undoable[] = [];

/** Keeps an offer to undo until it is taken or forgotten. Meanwhile Ctrl+Z and ⌘Z take the newest offer. */
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
  // The same function again is the same listener: one, however many offers.
  document.addEventListener('keydown', takeNewest);
  return undoable;
}

/** Whether anything can be undone now. */
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

/** In a text the key belongs to what was typed. */
function writesText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLInputElement) {
    return !['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color'].includes(
      element.type,
    );
  }
  return element instanceof HTMLElement && element.isContentEditable;
}
