import { type RefObject, useInsertionEffect, useRef, useState } from 'react';
import { useIsHydrating } from '../../ui/use-is-hydrating.ts';

type Texts = Record<string, string>;

/**
 * What a visitor has typed into the server's page before the scripts came, which on a slow line takes its time: the form library
 * would otherwise start with empty fields. `typed` is undefined when nothing was, and for a form that comes later. Somebody may go on typing
 * between the render and its commit: effects find the last word in `latest`.
 */
export function useTypedTexts(
  form: string,
  names: readonly string[],
): { typed: Texts | undefined; latest: RefObject<Texts | undefined> } {
  const hydrating = useIsHydrating();
  const [typed] = useState(() =>
    hydrating && typeof document !== 'undefined' ? textsIn(document.forms.namedItem(form), names) : undefined,
  );
  const latest = useRef(typed);
  const first = useRef(hydrating);
  // Runs before the form library gets hold of the fields, and writes into them.
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
    // An emptied field counts: what the server has put into it, somebody has taken out.
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

/** A tick box counts as its value, or as nothing. */
function isBox(field: TextControl): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'checkbox';
}

/** What the server has put into a field, nobody has typed. */
function isAsServed(field: TextControl): boolean {
  if (isBox(field)) return field.checked === field.defaultChecked;
  return field instanceof HTMLSelectElement
    ? field.selectedOptions[0]?.defaultSelected === true
    : field.value === field.defaultValue;
}

/**
 * What a visitor typed, kept for this tab alone and only until it is sent or the tab is closed: the computer may be a library's.
 * A browser that allows no storage keeps nothing, and the form works all the same.
 */

/** `key` names the form; blank texts are not kept. */
export function saveTexts(key: string, texts: Texts): void {
  const typed = Object.entries(texts).filter(([, text]) => text !== '');
  if (typed.length === 0) deleteTexts(key);
  else attempt((storage) => storage.setItem(keyOf(key), JSON.stringify(Object.fromEntries(typed))));
}

/** What was typed before, of the fields in `names`; undefined when nothing was. */
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

function attempt<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
