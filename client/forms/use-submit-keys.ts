import { type RefObject, useEffect } from 'react';

/**
 * Makes Ctrl+S, ⌘S and Ctrl+Enter submit the form of a dialog from anywhere in that dialog (docs/product.md §14),
 * with the same validation as its button. While the form is busy, the keys do nothing. The browser's "save page" is
 * never opened.
 */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const dialog = form.current?.closest('dialog');
    if (!dialog) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSubmitKey(event)) return;
      // A confirmation dialog over the form is inside the form's element, so its keys also arrive here. They must not
      // submit the form.
      if ((event.target as Element).closest('dialog') !== dialog) return;
      event.preventDefault();
      if (!event.repeat && !submitButton(form.current)?.disabled) form.current?.requestSubmit();
    };
    dialog.addEventListener('keydown', onKeyDown);
    return () => dialog.removeEventListener('keydown', onKeyDown);
  }, [form]);
}

function isSubmitKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && (key === 'Enter' || key.toLowerCase() === 's');
}

/** The button may be outside the form element, in the dialog's footer. */
function submitButton(form: HTMLFormElement | null): HTMLButtonElement | undefined {
  const elements = [...(form?.elements ?? [])];
  return elements.find((each) => each instanceof HTMLButtonElement && each.type === 'submit') as
    | HTMLButtonElement
    | undefined;
}
