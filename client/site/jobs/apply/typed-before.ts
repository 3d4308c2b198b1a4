import { useState, useSyncExternalStore } from 'react';
import type { ApplicationValues } from './application-values.ts';

const texts = ['name', 'email', 'phone', 'city', 'link', 'cover_letter'] as const;

/** The name of the form in the page. */
export const formName = 'application';

/**
 * What a visitor has typed into the server's page before the scripts came, which on a slow line takes its time: the form library
 * would begin with empty fields. Undefined when nothing was, and for a form that comes later.
 */
export function useTypedBefore(): Partial<ApplicationValues> | undefined {
  const hydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  const [typed] = useState(() =>
    hydrating && typeof document !== 'undefined' ? valuesIn(document) : undefined,
  );
  return typed;
}

function valuesIn(page: Document): Partial<ApplicationValues> | undefined {
  const form = page.forms.namedItem(formName);
  const typed: Partial<ApplicationValues> = {};
  for (const name of texts) {
    const field = form?.elements.namedItem(name);
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isText && field.value !== '') typed[name] = field.value;
  }
  const consent = form?.elements.namedItem('consent');
  if (consent instanceof HTMLInputElement && consent.checked) typed.consent = true;
  return Object.keys(typed).length > 0 ? typed : undefined;
}

function neverChanges() {
  return () => undefined;
}
