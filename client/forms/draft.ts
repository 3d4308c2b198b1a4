import { clear, createStore, del, get, keys, set, type UseStore } from 'idb-keyval';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MIB } from '#shared/limits.ts';
import { onSignedOut } from '../api/session.ts';
import { isNested } from './nested-values.ts';

/** Unsaved input of a form, with the files that were chosen. */
interface Draft {
  values: Record<string, unknown>;
  /** The version (`updated_at`) on which the input is based; undefined for a new record. */
  basedOn?: string;
  /** Time at which the draft was stored, in milliseconds since 1970. */
  savedAt: number;
}

/**
 * Result of storing a draft: `kept`; `partly`, without its largest files; or `failed`, because the browser cannot store
 * it (private window, full disk).
 */
type DraftOutcome = 'kept' | 'partly' | 'failed';

/** Milliseconds. Older drafts are deleted, because they may contain personal data. */
const longestMs = 30 * 24 * 60 * 60 * 1000;
/** Maximum total size of the files of one draft, in bytes. A file for which there is no room is not stored. */
const storedFileBytes = 40 * MIB;
let owner = '';
let database: UseStore | undefined;

/**
 * Sets the account whose drafts are read and written. Two admins who share a browser do not see each other's drafts.
 */
export function setDraftOwner(account: string | undefined) {
  owner = account ?? '';
}

/** Reads the draft of a form; undefined if there is none, or if the browser cannot read it. */
async function readDraft(form: string) {
  const draft = await inDatabase((store) => get<Draft>(keyOf(form), store));
  if (draft && Date.now() - draft.savedAt > longestMs) {
    await deleteDraft(form);
    return undefined;
  }
  return draft;
}

/** Stores the draft of a form in the browser's database. */
async function writeDraft(form: string, draft: Draft) {
  const { values, isWhole } = withFittingFiles(draft.values);
  const isStored = await inDatabase(async (store) => {
    await set(keyOf(form), { ...draft, values }, store);
    return true;
  });
  if (!isStored) return 'failed';
  return isWhole ? 'kept' : 'partly';
}

/** Deletes the draft of a form after it was saved or discarded. */
async function deleteDraft(form: string) {
  await inDatabase((store) => del(keyOf(form), store));
}

/** Returns the number of forms for which this admin has a draft. */
export async function countDrafts() {
  const stored = (await inDatabase((store) => keys<string>(store))) ?? [];
  return stored.filter((key) => key.startsWith(keyOf(''))).length;
}

// All drafts are deleted at sign-out, because other people may use this machine.
onSignedOut(() => void inDatabase(clear));

/** Returns the values without the files for which there is no room. */
export function withFittingFiles(values: Draft['values']) {
  let room = storedFileBytes;
  let isWhole = true;
  const fits = (item: unknown) => {
    if (!(item instanceof File)) return true;
    const hasRoom = item.size <= room;
    if (hasRoom) room -= item.size;
    else isWhole = false;
    return hasRoom;
  };
  const fitting = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter(fits) : fits(value) ? value : null,
  ]);
  return { values: Object.fromEntries(fitting) as Draft['values'], isWhole };
}

function keyOf(form: string) {
  return `${owner}/${form}`;
}

/** Runs a task on the browser's database. Returns undefined if the browser has none, or refuses the task. */
async function inDatabase<Result>(task: (store: UseStore) => Promise<Result>) {
  try {
    database ??= createStore('drafts', 'drafts');
    return await task(database);
  } catch {
    return undefined;
  }
}

/** Returns true if two states of a form contain the same input. Files are equal only if they are the same object. */
export function sameValues(one: object, other: object) {
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
function isNothing(value: unknown) {
  return value === undefined || value === null || value === '';
}

interface DraftOptions {
  /** Name of the form's draft; undefined for a form without a draft. */
  form: string | undefined;
  /** Version of the record that is stored now. */
  version: string | undefined;
  /** Returns false once a person has typed. The draft then does not replace the input, but is offered. */
  untouched: () => boolean;
  onRestore: (values: Record<string, unknown>) => void;
}

export interface DraftState {
  /** Time at which the draft was last stored, in milliseconds since 1970; undefined if there is no draft. */
  savedAt: number | undefined;
  outcome: DraftOutcome | undefined;
  /** True if the form shows the values of a draft. */
  restored: boolean;
  /**
   * A draft that is not shown in the form, because a newer version than the draft's is stored, or because a person
   * has already typed. The person can choose to use it.
   */
  offered: Draft | undefined;
  /** True if there is input that has not been stored yet. */
  pending: boolean;
}

const none: DraftState = {
  savedAt: undefined,
  outcome: undefined,
  restored: false,
  offered: undefined,
  pending: false,
};

/**
 * A draft is stored after a pause in typing of `restMs` milliseconds, or of `largeRestMs` milliseconds if its texts and
 * files have more than `largeBytes` bytes.
 */
const restMs = 600;
const largeRestMs = 3000;
const largeBytes = 1_000_000;

/**
 * Manages the draft of one form. Reads it when the form opens, stores it while a person types, and deletes it when
 * the form is saved.
 */
export function useDraft({ form, version, untouched, onRestore }: DraftOptions) {
  const [state, setState] = useState(none);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => Promise<void> }>(undefined);

  const takeOver = useEffectEvent((draft: Draft) => {
    // A draft must not replace newer input: neither a version that another person has saved, nor what was typed just
    // now.
    const fits = draft.basedOn === version && untouched();
    setState({ ...none, savedAt: draft.savedAt, restored: fits, offered: fits ? undefined : draft });
    if (fits) onRestore(draft.values);
  });
  useEffect(() => {
    if (form === undefined) return;
    let left = false;
    void readDraft(form).then((draft) => {
      if (draft && !left) takeOver(draft);
    });
    return () => {
      left = true;
    };
  }, [form]);

  const flush = () => {
    const { timer, write } = waiting.current ?? {};
    clearTimeout(timer);
    waiting.current = undefined;
    return write?.();
  };

  const saveDraft = (values: Record<string, unknown>, basedOn: string | undefined) => {
    if (form === undefined) return;
    clearTimeout(waiting.current?.timer);
    setState((before) => (before.pending ? before : { ...before, pending: true }));
    const write = async () => {
      const savedAt = Date.now();
      const outcome = await writeDraft(form, { values, basedOn, savedAt });
      setState((before) => ({ ...before, outcome, savedAt, pending: waiting.current !== undefined }));
    };
    const rest = sizeOf(values) > largeBytes ? largeRestMs : restMs;
    waiting.current = { write, timer: setTimeout(() => void flush(), rest) };
  };

  const deleteOwnDraft = async () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    setState(none);
    if (form !== undefined) await deleteDraft(form);
  };

  /** Called when the person has chosen to use the offered draft and the form shows it. */
  const accept = () => setState((before) => ({ ...before, offered: undefined, restored: true }));

  const flushNow = useEffectEvent(() => void flush());
  useEffect(() => {
    const onHide = () => flushNow();
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
      flushNow();
    };
  }, []);

  return { state, saveDraft, deleteDraft: deleteOwnDraft, accept, flush };
}

function sizeOf(values: Record<string, unknown>) {
  const sizes = Object.values(values)
    .flat()
    .map((value) => (value instanceof File ? value.size : typeof value === 'string' ? value.length : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}
