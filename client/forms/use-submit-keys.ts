import { type RefObject, useEffect } from 'react';

/**
 * Ctrl+S or ⌘S saves the form of a dialog, and so does Ctrl+Enter, from anywhere in that dialog (docs/product.md §14). The form
 * judges as at a press of its button; while it is busy the keys do nothing, and never open the browser's own "save page".
 */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const dialog = form.current?.closest('dialog');
    if (!dialog) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSubmitKey(event)) return;
      // A question that stands over the form is inside its element.
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

/** It may stand outside of the form, in the dialog's footer. */
function submitButton(form: HTMLFormElement | null): HTMLButtonElement | undefined {
  const elements = [...(form?.elements ?? [])];
  return elements.find((each) => each instanceof HTMLButtonElement && each.type === 'submit') as
    | HTMLButtonElement
    | undefined;
}
