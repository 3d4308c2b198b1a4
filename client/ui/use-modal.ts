import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

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
export function useModal({ dialog, open, dismissable, onClose }: ModalOptions) {
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
function firstFocus(element: HTMLElement) {
  return (
    element.querySelector<HTMLElement>('[data-focus-first]') ??
    element.querySelector<HTMLElement>('input, textarea, select')
  );
}

function isOutside(element: HTMLElement, { clientX, clientY }: MouseEvent) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** The open modal dialogs, the topmost last. */
const opened: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Returns the topmost modal dialog. Elements outside it can neither be pressed nor focused. */
export function topModal() {
  return opened.at(-1);
}

/**
 * Registers an opened modal dialog, and stops the page behind it from scrolling. Call the returned function before
 * the dialog closes.
 */
function modalOpened(dialog: HTMLElement) {
  if (opened.length === 0) lockPage();
  opened.push(dialog);
  tell();
  return () => {
    opened.splice(opened.lastIndexOf(dialog), 1);
    if (opened.length === 0) unlockPage();
    tell();
  };
}

/** Calls `listener` whenever another dialog becomes the topmost. Returns a function that removes it. */
export function onModalsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

/**
 * Hides the page's scrollbar without changing the width of the page, because content such as a row of pictures is
 * laid out by that width. If the scrollbar takes up space, that space stays reserved (base.css); in browsers that
 * cannot reserve it (Safari before 18.2), it is added as padding. If the scrollbar takes up no space, nothing is
 * reserved, because that would make the page narrower.
 */
function lockPage() {
  const page = document.documentElement;
  const before = widthInside(page);
  page.dataset.locked = window.innerWidth > page.clientWidth ? 'gutter' : '';
  const gained = widthInside(page) - before;
  if (gained > 0) page.style.paddingRight = `${gained}px`;
}

function unlockPage() {
  const page = document.documentElement;
  delete page.dataset.locked;
  page.style.removeProperty('padding-right');
}

function widthInside(page: HTMLElement) {
  return page.getBoundingClientRect().width;
}
