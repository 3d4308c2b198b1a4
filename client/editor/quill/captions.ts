import { useEffect } from 'react';
import type { Quill } from 'react-quill';
import { withUnwrappedLinks } from '../paste/wrapped-links.ts';
import { rangeOfPicture } from './figure.ts';

/** Returns the caption that contains the target of an event. */
export function captionOf(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('figcaption > div')) || undefined;
}

/** Puts the cursor at the end of the caption of a figure. */
export function focusCaption(figure: HTMLElement): void {
  const caption = figure.querySelector<HTMLElement>('figcaption > div');
  caption?.focus();
  if (caption) document.getSelection()?.selectAllChildren(caption);
  document.getSelection()?.collapseToEnd();
}

/**
 * Keys that Quill or the form handles even while a caption is edited: undo and redo, saving, leaving the caption, and
 * moving to the toolbar.
 */
function isForOthers({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key === 'Tab' || (key === 'F10' && altKey)) return true;
  return (ctrlKey || metaKey) && /^(z|y|s|enter)$/i.test(key);
}

/** Events of a caption from which Quill would change the text around the figure. */
const ownEvents = ['beforeinput', 'paste', 'copy', 'cut'] as const;

/**
 * Makes captions plain lines of text: Enter and Escape lead back to the text, pasted text loses its formatting, and
 * Quill's own listeners, which know only the whole text, do not get the events of a caption.
 */
export function useCaptions(quill: Quill | undefined): void {
  useEffect(() => {
    if (!quill) return;
    const { container } = quill;
    const leave = (caption: HTMLElement, step: 0 | 1) => {
      const figure = caption.closest('figure');
      const range = figure && rangeOfPicture(quill, figure);
      if (range) quill.setSelection(range.index + step, step === 0 ? 1 : 0, 'user');
    };
    const press = (event: KeyboardEvent) => {
      const caption = captionOf(event.target);
      if (!caption || event.isComposing || isForOthers(event)) return;
      event.stopPropagation();
      const isEnter = event.key === 'Enter';
      if (isEnter || event.key === 'Escape') {
        event.preventDefault();
        leave(caption, isEnter ? 1 : 0);
      }
    };
    const keepFromQuill = (event: Event) => {
      if (!captionOf(event.target)) return;
      event.stopPropagation();
      if (event instanceof ClipboardEvent && event.type === 'paste') {
        event.preventDefault();
        const text = event.clipboardData?.getData('text/plain') ?? '';
        writeAtCursor(withUnwrappedLinks(text).replace(/\s+/g, ' '));
      } else if (
        event instanceof InputEvent &&
        /^(format|insertParagraph|insertLineBreak)/.test(event.inputType)
      ) {
        event.preventDefault();
      }
    };
    container.addEventListener('keydown', press, { capture: true });
    for (const name of ownEvents) container.addEventListener(name, keepFromQuill, { capture: true });
    return () => {
      container.removeEventListener('keydown', press, { capture: true });
      for (const name of ownEvents) container.removeEventListener(name, keepFromQuill, { capture: true });
    };
  }, [quill]);
}

function writeAtCursor(text: string): void {
  const selection = document.getSelection();
  if (!selection?.rangeCount) return;
  const range = selection.getRangeAt(0);
  range.deleteContents();
  range.insertNode(document.createTextNode(text));
  selection.collapseToEnd();
}
