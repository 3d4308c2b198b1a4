import { createElement } from 'react';
import { toast } from 'react-toastify/unstyled';
import { UndoToast } from './UndoToast.tsx';
import { offerUndo } from './undoables.ts';

/** How long an undo is offered. Its bar stands still under the pointer and under the focus. */
const undoMs = 8000;

/**
 * Short messages of docs/product.md §8, top-center, gone after 2 s (docs/product.md §9); an undo stays longer, since it must
 * be reached.
 */
export const notify = {
  success: (text: string) => void toast.success(text),
  error: (text: string) => void toast.error(text),
  info: (text: string) => void toast.info(text),

  /**
   * Says what was done and offers to undo it, for 8 s: by its button, or by Ctrl+Z or ⌘Z while no text has the focus.
   * `onUndo` is called once at most, and never after the toast is gone. What it gives takes the offer back.
   */
  undo: (text: string, onUndo: () => void): (() => void) => {
    const undoable = offerUndo(() => {
      toast.dismiss(id);
      onUndo();
    });
    const id = toast.success(({ closeToast }) => createElement(UndoToast, { text, undoable, closeToast }), {
      autoClose: undoMs,
      closeOnClick: false,
      closeButton: false,
      pauseOnFocusLoss: true,
      role: 'status',
      onClose: () => undoable.forget(),
    });
    return () => {
      undoable.forget();
      toast.dismiss(id);
    };
  },
};
