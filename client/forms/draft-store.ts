import { clear, createStore, del, get, keys, set, type UseStore, update } from 'idb-keyval';
import { MIB } from '#shared/limits.ts';
import { onSignedOut } from '../api/session.ts';

/** What somebody typed and did not save. */
export interface Draft<Values = Record<string, unknown>> {
  values: Values;
  /** The version (`updated_at`) that the typing began with; undefined for something new. */
  basedOn?: string | undefined;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/**
 * `kept`: it outlives this page. `partly`: all but the largest files does. `elsewhere`: another tab has written a newer draft
 * of the same form, which stays. `failed`: the browser keeps nothing (private window, full disk); this page's memory does.
 */
export type DraftOutcome = 'kept' | 'partly' | 'elsewhere' | 'failed';

interface StoredDraft extends Draft {
  tab: string;
  hasFiles: boolean;
}

/** Drafts that nobody came back to are deleted: they may hold personal data. */
const longestMs = 30 * 24 * 60 * 60 * 1000;
const tab = Math.random().toString(36).slice(2);
const memory = new Map<string, Draft>();
let owner = '';
let database: UseStore | undefined;

/** Whose drafts are read and written: two admins who share a browser do not find each other's. */
export function setDraftOwner(account: string | undefined): void {
  owner = account ?? '';
}

/** The draft of a form, chosen files included as far as they were kept; undefined when there is none. */
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

/** The files last written for a key. They are megabytes, so they are not written again at each keystroke. */
const writtenFiles = new Map<string, unknown[]>();

/**
 * Keeps a draft. Texts go to the browser's database at once, files only when other ones were chosen. A draft that another tab
 * wrote after `since` (milliseconds since 1970, when this form last saw the draft) stays as it is.
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
    // The draft was deleted while it was being written: delete what was written, too.
    if (memory.get(key) === undefined) await deleteStored(key);
    if (newer) return 'elsewhere';
    return tooLarge ? 'partly' : 'kept';
  } catch {
    return 'failed';
  }
}

/** Forgets the draft of a form: it was saved, or discarded. */
export async function deleteDraft(form: string): Promise<void> {
  const key = keyOf(form);
  memory.delete(key);
  await deleteStored(key);
}

/** How many forms of this admin have a draft. */
export async function countDrafts(): Promise<number> {
  const prefix = keyOf('');
  const found = new Set([...memory.keys()]);
  try {
    for (const key of await keys<string>(store())) found.add(key.replace(/#files$/, ''));
  } catch {
    // Nothing is kept, so nothing more is there.
  }
  return [...found].filter((key) => key.startsWith(prefix)).length;
}

/** Forgets every draft: whoever signs out leaves nothing behind on a machine that others may use. */
export async function clearDrafts(): Promise<void> {
  memory.clear();
  writtenFiles.clear();
  try {
    await clear(store());
  } catch {
    // Nothing was kept.
  }
}

onSignedOut(() => void clearDrafts());

async function deleteStored(key: string): Promise<void> {
  writtenFiles.delete(key);
  try {
    await Promise.all([del(key, store()), del(filesKey(key), store())]);
  } catch {
    // Nothing was kept.
  }
}

function keyOf(form: string): string {
  return `${owner}/${form}`;
}

function filesKey(key: string): string {
  return `${key}#files`;
}

function store(): UseStore {
  if (!globalThis.indexedDB) throw new Error('This browser keeps nothing.');
  database ??= createStore('drafts', 'drafts');
  return database;
}

/** Files of one draft that are written to disk a second time for safety's sake; a video stays in memory alone. */
const storedFileBytes = 40 * MIB;

interface Split {
  /** The values without files. */
  texts: Record<string, unknown>;
  /** By field: a file, or files, that are small enough to be kept. */
  files: Record<string, File | File[]>;
  /** The same files in one list. */
  list: File[];
  /** Some file is left out. */
  tooLarge: boolean;
}

/** Takes files out of a form's values: fields that are a `File`, or a list with files in it. */
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

/** Puts kept files back into their fields. */
export function joinFiles(
  texts: Record<string, unknown>,
  files: Record<string, unknown> | undefined,
): Record<string, unknown> {
  return { ...texts, ...files };
}

/** True when two states of a form hold the same input. Files are the same when they are the same object. */
export function sameValues(one: object, other: object): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => same(Reflect.get(one, name), Reflect.get(other, name)));
}

/** Those fields of a form that hold something else than `base`. */
export function changedValues<Values extends object>(values: Values, base: object): Partial<Values> {
  const changed = Object.entries(values).filter(([name, value]) => !same(value, Reflect.get(base, name)));
  return Object.fromEntries(changed) as Partial<Values>;
}

function same(one: unknown, other: unknown): boolean {
  if (one === other || (isNothing(one) && isNothing(other))) return true;
  // A browser sends \n as \r\n: nobody has changed that text.
  if (typeof one === 'string' && typeof other === 'string')
    return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => same(item, other[at]));
  }
  return false;
}

/** A field that was cleared holds '' where it held null before, and a person sees no difference. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
