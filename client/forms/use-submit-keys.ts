import { type RefObject, useEffect } from 'react';

/**
 * Makes Ctrl+S, ⌘S and Ctrl+Enter submit a form from anywhere in its dialog (docs/product.md §14), or from anywhere on
 * the page if the form is in no dialog, with the same validation as its button. While the form is busy or not shown, the
 * keys do nothing. The browser's "save page" is never opened.
 */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const dialog = form.current?.closest('dialog') ?? null;
    const area: HTMLElement | Document = dialog ?? document;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSubmitKey(event)) return;
      // Keys of a confirmation dialog over the form also arrive here. They must not submit the form.
      if (event.target instanceof Element && event.target.closest('dialog') !== dialog) return;
      event.preventDefault();
      if (form.current?.closest('[hidden]')) return;
      if (!event.repeat && !submitButton(form.current)?.disabled) form.current?.requestSubmit();
    };
    area.addEventListener('keydown', onKeyDown as EventListener);
    return () => area.removeEventListener('keydown', onKeyDown as EventListener);
  }, [form]);
}

function isSubmitKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && (key === 'Enter' || key.toLowerCase() === 's');
}

/** The button may be outside the form element, in the dialog's footer. */
function submitButton(form: HTMLFormElement | null) {
  const elements = [...(form?.elements ?? [])];
  return elements.find((each) => each instanceof HTMLButtonElement && each.type === 'submit') as
    | HTMLButtonElement
    | undefined;
}
