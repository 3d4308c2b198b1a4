import { readStored, writeStored } from '../../stored.ts';

type Texts = Record<string, string>;

/**
 * A visitor's input is stored for this tab only, until it is sent or the tab is closed, because the computer may be
 * public. If the browser's storage is not available, nothing is stored, and the form works nevertheless.
 */

/** Stores texts under `key`, which is the name of the form. Blank texts are left out. */
export function saveTexts(key: string, texts: Texts) {
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

export function deleteTexts(key: string) {
  attempt((storage) => storage.removeItem(keyOf(key)));
}

function keyOf(key: string) {
  return `form:${key}`;
}

/** Remembers in this browser that a form about this subject was sent, with the first reference if there is one. */
export function rememberSent(about: string, reference = '') {
  if (referenceSent(about) === undefined) writeStored(`sent:${about}`, reference);
}

/** Returns the reference of a form that was sent from this browser; '' if it had none, undefined if there is none. */
export function referenceSent(about: string) {
  return readStored(`sent:${about}`) ?? undefined;
}

function attempt<Result>(work: (storage: Storage) => Result) {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
