import { useState, useSyncExternalStore } from 'react';

/** True in the first render over a page of the server's, and while the server renders. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}

/**
 * What a visitor has typed into the server's page before the scripts came, which on a slow line takes its time: the form library
 * would begin with empty fields. Undefined when nothing was, and for a form that comes later.
 */
export function useTypedTexts(form: string, names: readonly string[]): Record<string, string> | undefined {
  const hydrating = useIsHydrating();
  const [typed] = useState(() =>
    hydrating && typeof document !== 'undefined' ? textsIn(document.forms.namedItem(form), names) : undefined,
  );
  return typed;
}

function textsIn(form: HTMLFormElement | null, names: readonly string[]) {
  const typed: Record<string, string> = {};
  for (const name of names) {
    const field = form?.elements.namedItem(name);
    const isText =
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement;
    if (isText && field.value !== '') typed[name] = field.value;
  }
  return Object.keys(typed).length > 0 ? typed : undefined;
}

function neverChanges() {
  return () => undefined;
}
