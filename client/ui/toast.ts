import { createElement } from 'react';
import { toast } from 'react-toastify/unstyled';
import { offerUndo, UndoToast } from './UndoToast.tsx';

/** Milliseconds for which an undo is offered. The time does not run while the toast has the pointer or the focus. */
const undoMs = 8000;

/** Withdraw the offers to undo that are open. */
const withdrawals = new Set<() => void>();

/**
 * Short messages of docs/product.md §8. They are at the top in the middle and close after 2 s (docs/product.md §9). A
 * message with undo stays longer, so that people have time to press it.
 */
export const notify = {
  success: (text: string) => void toast.success(text),
  error: (text: string) => void toast.error(text),
  info: (text: string) => void toast.info(text),

  /**
   * Shows the text of a completed action and offers to undo it, for 8 s: by its button, or by Ctrl+Z or ⌘Z while no
   * text field has the focus. `onUndo` is called at most once, and never after the toast is gone. Call the returned
   * function to withdraw the offer.
   */
  undo: (text: string, onUndo: () => void) => {
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
      onClose: () => {
        undoable.forget();
        withdrawals.delete(withdraw);
      },
    });
    const withdraw = () => {
      undoable.forget();
      withdrawals.delete(withdraw);
      toast.dismiss(id);
    };
    withdrawals.add(withdraw);
    return withdraw;
  },

  /** Withdraws all offers to undo, because the person who could use them has signed out. */
  withdrawUndos: () => {
    for (const withdraw of withdrawals) withdraw();
  },
};
