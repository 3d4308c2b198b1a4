import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { modalOpened } from './modals.ts';

interface ModalOptions {
  dialog: RefObject<HTMLDialogElement | null>;
  open: boolean;
  /** False while work is under way: Esc and the backdrop then do nothing. */
  dismissable: boolean;
  onClose: () => void;
}

/**
 * Ties a native <dialog> to `open`: showModal traps focus, makes the page inert and stacks dialogs in the order in
 * which they opened. Focus goes back to what had it before; the layout effect closes the dialog also when React
 * takes it away, since removal alone gives no focus back.
 */
export function useModal({ dialog, open, dismissable, onClose }: ModalOptions): void {
  const dismiss = useEffectEvent(() => {
    if (dismissable) onClose();
  });
  const closedByBrowser = useEffectEvent((element: HTMLDialogElement) => {
    // A second Esc closes a dialog in Chrome whatever `cancel` said: the state wins, so open it again or follow.
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
      // A dialog inside, such as the question that led to this, would hold the page inert: nothing there takes the focus.
      for (const inner of element.querySelectorAll<HTMLDialogElement>('dialog[open]')) inner.close();
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open, dialog]);

  // Listeners come and go with the layout too: the close event of a dialog that was taken away must find nobody.
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
    // Only a press that begins and ends on the backdrop counts: text selected out of the dialog must not close it.
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

/** The browser would take the first button, which is the ✕: what is marked comes first, then the first field. */
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
