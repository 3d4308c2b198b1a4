import { clear, createStore, del, get, keys, set, type UseStore, update } from 'idb-keyval';
import { onSignedOut } from '../api/session.ts';
import { splitFiles } from './draft-files.ts';
import { isNested } from './nested-values.ts';

/** Unsaved input of a form. */
export interface Draft<Values = Record<string, unknown>> {
  values: Values;
  /** The version (`updated_at`) on which the input is based; undefined for a new record. */
  basedOn?: string;
  /** Time at which the draft was stored, in milliseconds since 1970. */
  savedAt: number;
}

/**
 * Result of storing a draft:
 * - `kept`: it is stored and can be read after this page is closed.
 * - `partly`: it is stored without its largest files.
 * - `elsewhere`: another tab has stored a newer draft of the same form, which was not overwritten.
 * - `failed`: the browser cannot store it (private window, full disk), so that it is only in this page's memory.
 */
export type DraftOutcome = 'kept' | 'partly' | 'elsewhere' | 'failed';

interface StoredDraft extends Draft {
  tab: string;
  hasFiles: boolean;
}

/** Milliseconds. Older drafts are deleted, because they may contain personal data. */
const longestMs = 30 * 24 * 60 * 60 * 1000;
const tab = Math.random().toString(36).slice(2);
const memory = new Map<string, Draft>();
let owner = '';
let database: UseStore | undefined;

/**
 * Sets the account whose drafts are read and written. Two admins who share a browser do not see each other's drafts.
 */
export function setDraftOwner(account: string | undefined): void {
  owner = account ?? '';
}

/** Reads the draft of a form, with those of its files that were stored; undefined if there is no draft. */
export async function readDraft(form: string): Promise<Draft | undefined> {
  const key = keyOf(form);
  const inMemory = memory.get(key);
  try {
    const stored = await get<StoredDraft>(key, store());
    if (!stored || (inMemory && inMemory.savedAt >= stored.savedAt)) return inMemory;
    if (Date.now() - stored.savedAt > longestMs) {
      await deleteDraft(form);
      return undefined;
    }
    const files = stored.hasFiles ? await get<Record<string, unknown>>(filesKey(key), store()) : undefined;
    const { values, basedOn, savedAt } = stored;
    return { values: { ...values, ...files }, basedOn, savedAt };
  } catch {
    return inMemory;
  }
}

/**
 * The files that were written last, by the key of their draft. Files may have megabytes, so they are written again
 * only if they have changed.
 */
const writtenFiles = new Map<string, unknown[]>();

/**
 * Stores a draft in the browser's database. The texts are written each time, the files only if others were chosen.
 * `since` is the time at which this form last read or wrote the draft, in milliseconds since 1970. A draft that
 * another tab has written after this time is not overwritten.
 */
export async function writeDraft(form: string, draft: Draft, since: number): Promise<DraftOutcome> {
  const key = keyOf(form);
  memory.set(key, draft);
  const { texts, files, list, tooLarge } = splitFiles(draft.values);
  try {
    let newer = false;
    const before = writtenFiles.get(key) ?? [];
    const sameFiles = list.length === before.length && list.every((file, at) => file === before[at]);
    if (!sameFiles) {
      if (list.length > 0) await set(filesKey(key), files, store());
      else await del(filesKey(key), store());
      writtenFiles.set(key, list);
    }
    await update<StoredDraft>(
      key,
      (stored) => {
        newer = stored !== undefined && stored.tab !== tab && stored.savedAt > since;
        if (newer && stored) return stored;
        return { ...draft, values: texts, tab, hasFiles: list.length > 0 };
      },
      store(),
    );
    // If the draft was deleted during the write, the written data is deleted too.
    if (memory.get(key) === undefined) await deleteStored(key);
    if (newer) return 'elsewhere';
    return tooLarge ? 'partly' : 'kept';
  } catch {
    return 'failed';
  }
}

/** Deletes the draft of a form after it was saved or discarded. */
export async function deleteDraft(form: string): Promise<void> {
  const key = keyOf(form);
  memory.delete(key);
  await deleteStored(key);
}

/** Returns the number of forms for which this admin has a draft. */
export async function countDrafts(): Promise<number> {
  const prefix = keyOf('');
  const found = new Set([...memory.keys()]);
  try {
    for (const key of await keys<string>(store())) found.add(key.replace(/#files$/, ''));
  } catch {
    // The browser cannot read its storage, so only the drafts in memory count.
  }
  return [...found].filter((key) => key.startsWith(prefix)).length;
}

// All drafts are deleted at sign-out, because other people may use this machine.
onSignedOut(async () => {
  memory.clear();
  writtenFiles.clear();
  try {
    await clear(store());
  } catch {
    // The storage is unavailable, so there are no drafts in it to delete.
  }
});

async function deleteStored(key: string): Promise<void> {
  writtenFiles.delete(key);
  try {
    await Promise.all([del(key, store()), del(filesKey(key), store())]);
  } catch {
    // The storage is unavailable, so there is no draft in it to delete.
  }
}

function keyOf(form: string): string {
  return `${owner}/${form}`;
}

function filesKey(key: string): string {
  return `${key}#files`;
}

function store(): UseStore {
  if (!globalThis.indexedDB) throw new Error('This browser cannot store drafts.');
  database ??= createStore('drafts', 'drafts');
  return database;
}

/** Returns true if two states of a form contain the same input. Files are equal only if they are the same object. */
export function sameValues(one: object, other: object): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => same(Reflect.get(one, name), Reflect.get(other, name)));
}

/** Returns the values of those fields that differ from `base`. Of a nested object, only the values in it that differ. */
export function changedValues<Values extends object>(values: Values, base: object): Partial<Values> {
  const changed = Object.entries(values).flatMap(([name, value]) => {
    const before: unknown = Reflect.get(base, name);
    if (same(value, before)) return [];
    return [[name, isNested(value) && isNested(before) ? changedValues(value, before) : value]];
  });
  return Object.fromEntries(changed) as Partial<Values>;
}

function same(one: unknown, other: unknown): boolean {
  if (one === other || (isNothing(one) && isNothing(other))) return true;
  // Line breaks are compared as `\n`, because a browser sends them as `\r\n`, which is not a change.
  if (typeof one === 'string' && typeof other === 'string')
    return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => same(item, other[at]));
  }
  // A nested object whose fields are all empty is no difference to a missing object.
  if (isNested(one) && (isNested(other) || isNothing(other)))
    return sameValues(one, isNested(other) ? other : {});
  if (isNested(other) && isNothing(one)) return sameValues({}, other);
  return false;
}

/**
 * Returns true for an empty value. A field that was cleared has '' where the stored value is null, which is no
 * difference for people.
 */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
