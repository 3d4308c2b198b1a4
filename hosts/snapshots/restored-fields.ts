import { namesWhere } from '#shared/entities/entity.ts';
import { changesOf, fileNames, neverRestored, textNames } from './field-states.ts';
import type { Thing } from './host-reader.ts';
import type { Kind } from './kinds.ts';
import type { Revision, Revisions } from './revisions.ts';
import type { SnapshotBytes } from './store.ts';

interface Restoring {
  kind: Kind;
  /**
   * The version to restore: its number, its fields without the long text, and those of its files that a later save
   * replaced.
   */
  state: Revision;
  /** The whole record as it was in that version, with its long text. */
  then: Thing;
  /** The current record at the host. */
  thing: Thing;
  /** All stored states of this record, oldest first. */
  states: readonly Revision[];
}

/**
 * Returns what this site sends to the host to restore a version.
 *
 * - `texts`: the texts of the version. Fields that a restore never changes, such as visibility and position, have
 *   their current values.
 * - `files`: the files of the version that are stored here, because a later save replaced them.
 * - `kept`: the names of the file fields that stay as they are now, because the file of the version is missing.
 *
 * Pictures of a list are never removed.
 */
export async function restoredFields(
  { kind, state, then, thing, states }: Restoring,
  overwritten: Revisions,
): Promise<{
  texts: (readonly [name: string, value: unknown])[];
  files: SnapshotBytes[];
  kept: string[];
  /** True if at least one text differs from the current record. */
  changes: boolean;
}> {
  const texts = textNames(kind).flatMap((name) => {
    const source = neverRestored(kind).includes(name) || then[name] === undefined ? thing : then;
    const value = source[name] ?? null;
    if (typeof value === 'object' && value !== null) return [];
    // An empty value is sent only for a field that has content now: a field without content may not exist at the
    // host.
    if (value === null && (thing[name] ?? '') === '') return [];
    return [[name, value] as const];
  });
  const later = states.filter(({ number }) => number >= state.number);
  const files: SnapshotBytes[] = [];
  const kept: string[] = [];
  for (const field of fileNames(kind)) {
    const wanted = then[field] ?? '';
    // A save that replaces a file stores the replaced file. So the file as it was in this version is stored with the
    // first later save that replaced it.
    const replaced = later.find(
      (each) => each.lost.includes(field) || each.files.some((file) => file.field === field),
    );
    const isIt = replaced && isSameFile(replaced.fields[field], wanted);
    const file = isIt && wanted !== '' ? await overwritten.file(replaced, field) : undefined;
    if (file) files.push(file);
    else if (replaced || !isSameFile(thing[field], wanted)) kept.push(field);
  }
  for (const name of namesWhere(kind.noun.fields, (field) => field.kind === 'pictures')) {
    const now = new Set(addresses(thing[name]));
    if (addresses(then[name]).some((address) => !now.has(address))) kept.push(name);
  }
  const { changed } = await changesOf(kind, thing, { values: texts, files: [] });
  return { texts, files, kept, changes: changed.length > 0 };
}

/**
 * Compares the URLs of two files without their queries, since a host may sign the URL of an unchanged file anew each
 * time.
 */
function isSameFile(one: unknown, other: unknown): boolean {
  return plain(one) === plain(other);
}

function plain(address: unknown): string {
  return String(address ?? '').replace(/\?.*$/s, '');
}

function addresses(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.map((each: { image?: unknown } | null) => plain(each?.image));
}
