/** The modal dialogs that are open, the uppermost last. */
const opened: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** All of the page outside this dialog can be neither pressed nor focused. */
export function topModal(): HTMLElement | undefined {
  return opened.at(-1);
}

/** Tells that a modal dialog has opened; call the result before it closes. */
export function modalOpened(dialog: HTMLElement): () => void {
  opened.push(dialog);
  tell();
  return () => {
    opened.splice(opened.lastIndexOf(dialog), 1);
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
