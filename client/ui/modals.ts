/** The modal dialogs that are open, the uppermost last. */
const opened: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** All of the page outside this dialog can be neither pressed nor focused. */
export function topModal(): HTMLElement | undefined {
  return opened.at(-1);
}

/** Tells that a modal dialog has opened, and holds the page still behind it; call the result before it closes. */
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

/** Called whenever another dialog is the uppermost; gives a function that ends this. */
export function onModalsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

/**
 * Takes the page's scrollbar away without changing the width of the page: whatever is laid out by that width, such as a row
 * of pictures, would move. Where a scrollbar takes room its place is kept (base.css), and a browser that cannot keep it
 * (Safari before 18.2) gets the same room as padding. Where none takes room there is none to keep: a gutter would make
 * the page narrower.
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
