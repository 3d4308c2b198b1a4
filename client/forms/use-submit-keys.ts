import { type RefObject, useEffect } from 'react';

/**
 * Ctrl+S, ⌘S and Ctrl+Enter submit the form of a dialog, from any element in that dialog (docs/product.md §14). The
 * form validates as after a press of its button. While it is busy the keys do nothing, and never open the browser's
 * own "save page".
 */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const dialog = form.current?.closest('dialog');
    if (!dialog) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSubmitKey(event)) return;
      // A confirmation dialog that opens over the form is inside the form's element.
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
