import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { modalOpened } from './modals.ts';

interface ModalOptions {
  dialog: RefObject<HTMLDialogElement | null>;
  open: boolean;
  /** False while work is running: Esc and the backdrop then do nothing. */
  dismissable: boolean;
  onClose: () => void;
}

/**
 * Opens a native `<dialog>` while `open` is true. `showModal` keeps the focus inside, makes the page inert and stacks
 * dialogs. When the dialog closes, the focus returns to the element that had it before. A layout effect also closes a
 * dialog that React unmounts, because removing the element does not return the focus.
 */
export function useModal({ dialog, open, dismissable, onClose }: ModalOptions): void {
  const dismiss = useEffectEvent(() => {
    if (dismissable) onClose();
  });
  const closedByBrowser = useEffectEvent((element: HTMLDialogElement) => {
    // In Chrome a second Esc closes the dialog even if `cancel` was prevented. If the dialog may be closed, `onClose`
    // is called, so that the caller sets `open` to false too; otherwise the dialog is opened again.
    if (!open) return;
    if (dismissable) onClose();
    else element.showModal();
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    const opener = document.activeElement;
    if (!element.open) element.showModal();
    firstFocus(element)?.focus();
    const closing = modalOpened(element);
    return () => {
      closing();
      // Closes dialogs inside this one first, e.g. the confirmation that led to closing. An open inner dialog would
      // keep the page inert, so that the opener could not take the focus.
      for (const inner of element.querySelectorAll<HTMLDialogElement>('dialog[open]')) inner.close();
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open, dialog]);

  // A layout effect, like the one that closes the dialog: when the component is unmounted, the listeners must be
  // removed before the `close` event.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const onCancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      dismiss();
    };
    const onNativeClose = (event: Event) => {
      if (event.target === element && !element.open) closedByBrowser(element);
    };
    // True if the press began on the backdrop. A press must begin and end there to close the dialog, because
    // selecting text may end outside the dialog.
    let pressedOutside = false;
    const onDown = (event: PointerEvent) => {
      pressedOutside = event.target === element && isOutside(element, event);
    };
    const onClick = (event: MouseEvent) => {
      if (pressedOutside && event.target === element && isOutside(element, event)) dismiss();
    };
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', onNativeClose);
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('close', onNativeClose);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('click', onClick);
    };
  }, [dialog]);
}

/**
 * Returns the element that gets the focus first: one with `data-focus-first`, otherwise the first field. The browser
 * would focus the first button, which is ✕.
 */
function firstFocus(element: HTMLElement): HTMLElement | null {
  return (
    element.querySelector<HTMLElement>('[data-focus-first]') ??
    element.querySelector<HTMLElement>('input, textarea, select')
  );
}

function isOutside(element: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
