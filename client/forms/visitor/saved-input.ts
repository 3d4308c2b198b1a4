import { type RefObject, useInsertionEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../stored.ts';
import { useWasHydrated } from '../../ui/use-is-hydrating.ts';

type Texts = Record<string, string>;

/**
 * Returns the input that a visitor typed into the server-rendered page before the scripts were running; on a slow
 * connection there is time to type. Without this input, the form library would start with the server's values.
 * - `typed` is the input at the first render. Undefined if there was none, and for a form that is mounted later.
 * - `latest` also has what was typed between render and commit; effects should read it.
 */
export function useTypedTexts(
  form: string,
  names: readonly string[],
): { typed: Texts | undefined; latest: RefObject<Texts | undefined> } {
  const hydrating = useWasHydrated();
  const [typed] = useState(() =>
    hydrating && typeof document !== 'undefined' ? textsIn(document.forms.namedItem(form), names) : undefined,
  );
  const latest = useRef(typed);
  const first = useRef(hydrating);
  // Reads the fields before the form library writes its values into them.
  useInsertionEffect(() => {
    if (first.current) latest.current = textsIn(document.forms.namedItem(form), names);
    first.current = false;
  }, [form, names]);
  return { typed, latest };
}

function textsIn(form: HTMLFormElement | null, names: readonly string[]) {
  const typed: Texts = {};
  for (const name of names) {
    const field = form?.elements.namedItem(name);
    // An emptied field is input too: the visitor has removed the value that the server rendered.
    if (isTextControl(field) && !isAsServed(field))
      typed[name] = isBox(field) && !field.checked ? '' : field.value;
  }
  return Object.keys(typed).length > 0 ? typed : undefined;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTextControl(field: unknown): field is TextControl {
  return (
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  );
}

/** Returns true for a checkbox. Its text is its value if it is ticked, and '' otherwise. */
function isBox(field: TextControl): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'checkbox';
}

/** Returns true if the field still holds the value that the server rendered. */
function isAsServed(field: TextControl): boolean {
  if (isBox(field)) return field.checked === field.defaultChecked;
  return field instanceof HTMLSelectElement
    ? field.selectedOptions[0]?.defaultSelected === true
    : field.value === field.defaultValue;
}

/**
 * A visitor's input is stored for this tab only, until it is sent or the tab is closed, because the computer may be
 * public. If the browser's storage is not available, nothing is stored, and the form works nevertheless.
 */

/** Stores texts under `key`, which is the name of the form. Blank texts are left out. */
export function saveTexts(key: string, texts: Texts): void {
  const typed = Object.entries(texts).filter(([, text]) => text !== '');
  if (typed.length === 0) deleteTexts(key);
  else attempt((storage) => storage.setItem(keyOf(key), JSON.stringify(Object.fromEntries(typed))));
}

/** Returns the stored texts of the fields in `names`; undefined if there are none. */
export function readSavedTexts(key: string, names: readonly string[]): Texts | undefined {
  const stored = attempt((storage) => JSON.parse(storage.getItem(keyOf(key)) ?? 'null') as unknown);
  if (typeof stored !== 'object' || stored === null) return undefined;
  const texts = Object.entries(stored).filter(
    ([name, text]) => names.includes(name) && typeof text === 'string',
  );
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

export function deleteTexts(key: string): void {
  attempt((storage) => storage.removeItem(keyOf(key)));
}

function keyOf(key: string): string {
  return `form:${key}`;
}

/** Remembers in this browser that a form about this subject was sent, with the first reference if there is one. */
export function rememberSent(about: string, reference = ''): void {
  if (referenceSent(about) === undefined) writeStored(`sent:${about}`, reference);
}

/** Returns the reference of a form that was sent from this browser; '' if it had none, undefined if there is none. */
export function referenceSent(about: string): string | undefined {
  return readStored(`sent:${about}`) ?? undefined;
}

function attempt<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
