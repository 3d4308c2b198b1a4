/** The open modal dialogs, the topmost last. */
const opened: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Returns the topmost modal dialog. Elements outside it can neither be pressed nor focused. */
export function topModal(): HTMLElement | undefined {
  return opened.at(-1);
}

/**
 * Registers an opened modal dialog, and stops the page behind it from scrolling. Call the returned function before
 * the dialog closes.
 */
export function modalOpened(dialog: HTMLElement): () => void {
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

function widthInside(page: HTMLElement): number {
  return page.getBoundingClientRect().width;
}
