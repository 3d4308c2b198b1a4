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
 * Connects a native <dialog> to `open`: showModal traps the focus, makes the page inert and stacks dialogs in the
 * order in which they opened. The focus returns to the element that had it before. The layout effect also closes a
 * dialog that React unmounts, since removal alone does not return the focus.
 */
export function useModal({ dialog, open, dismissable, onClose }: ModalOptions): void {
  const dismiss = useEffectEvent(() => {
    if (dismissable) onClose();
  });
  const closedByBrowser = useEffectEvent((element: HTMLDialogElement) => {
    // In Chrome a second Esc closes a dialog even if `cancel` was prevented. The state wins: reopen the dialog, or
    // close it in the state too.
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
      // A dialog inside, such as the confirmation that caused the closing, would keep the page inert, so that nothing
      // there could take the focus.
      for (const inner of element.querySelectorAll<HTMLDialogElement>('dialog[open]')) inner.close();
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open, dialog]);

  // Listeners are added and removed in layout effects too: the close event of an unmounted dialog must reach no
  // listener.
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
    // Only a press that begins and ends on the backdrop counts: selecting text beyond the dialog's edge must not
    // close it.
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
 * The browser would focus the first button, which is the ✕. A marked element takes precedence, then the first field.
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
