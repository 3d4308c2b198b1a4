import { clear, createStore, del, get, keys, set, type UseStore, update } from 'idb-keyval';
import { MIB } from '#shared/limits.ts';
import { onSignedOut } from '../api/session.ts';

/** Unsaved input of a form. */
export interface Draft<Values = Record<string, unknown>> {
  values: Values;
  /** The version (`updated_at`) on which the input is based; undefined for a new record. */
  basedOn?: string | undefined;
  /** Time in milliseconds since 1970. */
  savedAt: number;
}

/**
 * `kept`: the draft outlives this page. `partly`: all of it except the largest files does. `elsewhere`: another tab
 * has written a newer draft of the same form, which is not overwritten. `failed`: the browser cannot store the draft
 * (private window, full disk), so only this page's memory holds it.
 */
export type DraftOutcome = 'kept' | 'partly' | 'elsewhere' | 'failed';

interface StoredDraft extends Draft {
  tab: string;
  hasFiles: boolean;
}

/** Maximum age of a draft. Older ones are deleted because they may hold personal data. */
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

/** Reads the draft of a form with those chosen files that were stored; undefined when there is none. */
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
    return { values: joinFiles(values, files), basedOn, savedAt };
  } catch {
    return inMemory;
  }
}

/** The last files written per key. Files can be megabytes, so they are not written again at each keystroke. */
const writtenFiles = new Map<string, unknown[]>();

/**
 * Stores a draft. Texts are written to the browser's database at once, files only when the selection changed. A draft
 * that another tab wrote after `since` (milliseconds since 1970, when this form last read or wrote the draft) is not
 * overwritten.
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
    // The draft was deleted during the write: delete the written data too.
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

/** Returns how many forms of this admin have a draft. */
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

/** Deletes all drafts at sign-out, because other people may use this machine. */
export async function clearDrafts(): Promise<void> {
  memory.clear();
  writtenFiles.clear();
  try {
    await clear(store());
  } catch {
    // Nothing was stored.
  }
}

onSignedOut(() => void clearDrafts());

async function deleteStored(key: string): Promise<void> {
  writtenFiles.delete(key);
  try {
    await Promise.all([del(key, store()), del(filesKey(key), store())]);
  } catch {
    // Nothing was stored.
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

/**
 * Maximum bytes of files of one draft that are copied to disk. A larger file, such as a video, stays only in memory.
 */
const storedFileBytes = 40 * MIB;

interface Split {
  /** The values without files. */
  texts: Record<string, unknown>;
  /** A file, or a list of files, small enough to be stored, by field. */
  files: Record<string, File | File[]>;
  /** The files of `files` in one list. */
  list: File[];
  /** True if a file was too large and is left out. */
  tooLarge: boolean;
}

/** Separates the files from a form's values: fields that hold a `File`, or a list with files in it. */
export function splitFiles(values: Record<string, unknown>): Split {
  const split: Split = { texts: {}, files: {}, list: [], tooLarge: false };
  let room = storedFileBytes;
  const fits = (file: File) => {
    const enough = file.size <= room;
    if (enough) {
      room -= file.size;
      split.list.push(file);
    } else split.tooLarge = true;
    return enough;
  };
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) {
      split.texts[name] = null;
      if (fits(value)) split.files[name] = value;
    } else if (Array.isArray(value) && value.some((item) => item instanceof File)) {
      split.texts[name] = [];
      split.files[name] = value.filter((item): item is File => item instanceof File).filter(fits);
    } else split.texts[name] = value;
  }
  return split;
}

/** Puts stored files back into their fields. */
export function joinFiles(
  texts: Record<string, unknown>,
  files: Record<string, unknown> | undefined,
): Record<string, unknown> {
  return { ...texts, ...files };
}

/** Returns true if two states of a form hold the same input. Files are compared by object identity. */
export function sameValues(one: object, other: object): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => same(Reflect.get(one, name), Reflect.get(other, name)));
}

/** Returns the fields of a form whose values differ from `base`. */
export function changedValues<Values extends object>(values: Values, base: object): Partial<Values> {
  const changed = Object.entries(values).filter(([name, value]) => !same(value, Reflect.get(base, name)));
  return Object.fromEntries(changed) as Partial<Values>;
}

function same(one: unknown, other: unknown): boolean {
  if (one === other || (isNothing(one) && isNothing(other))) return true;
  // A browser sends \n as \r\n; this is not a change.
  if (typeof one === 'string' && typeof other === 'string')
    return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => same(item, other[at]));
  }
  return false;
}

/** A cleared field holds '' where it held null before; people see no difference. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
