/**
 * What a visitor typed, kept for this tab alone and only until it is sent or the tab is closed: the computer may be a library's.
 * A browser that allows no storage keeps nothing, and the form works all the same.
 */

type Texts = Record<string, string>;

/** `key` names the form; blank texts are not kept. */
export function keepTexts(key: string, texts: Texts): void {
  const typed = Object.entries(texts).filter(([, text]) => text !== '');
  if (typed.length === 0) dropTexts(key);
  else attempt((storage) => storage.setItem(keyOf(key), JSON.stringify(Object.fromEntries(typed))));
}

/** What was typed before, of the fields in `names`; undefined when nothing was. */
export function readTexts(key: string, names: readonly string[]): Texts | undefined {
  const stored = attempt((storage) => JSON.parse(storage.getItem(keyOf(key)) ?? 'null') as unknown);
  if (typeof stored !== 'object' || stored === null) return undefined;
  const texts = Object.entries(stored).filter(
    ([name, text]) => names.includes(name) && typeof text === 'string',
  );
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

export function dropTexts(key: string): void {
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
