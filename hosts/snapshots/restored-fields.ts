import { namesWhere } from '#shared/entities/entity.ts';
import type { SnapshotBytes } from './deleted-snapshots.ts';
import { changesOf, fileNames, neverRestored, textNames } from './field-states.ts';
import type { Thing } from './host-reader.ts';
import type { Kind } from './kinds.ts';
import type { Revision, Revisions } from './revisions.ts';

interface Restoring {
  kind: Kind;
  /** The version, and the record at that time. */
  state: Revision;
  then: Thing;
  /** The record now. */
  thing: Thing;
  /** All stored states of the record, oldest first. */
  states: readonly Revision[];
}

/**
 * Returns what restoring a version sends to the host: its texts, except for visibility and position, and those of its
 * files that were stored when they were replaced. Fields whose files are missing are listed in `kept` and stay as
 * they are now. Pictures of a list stay; none is removed.
 */
export async function restoredFields(
  { kind, state, then, thing, states }: Restoring,
  overwritten: Revisions,
): Promise<{
  texts: (readonly [name: string, value: unknown])[];
  files: SnapshotBytes[];
  kept: string[];
  /** False if all texts are unchanged. */
  changes: boolean;
}> {
  const texts = textNames(kind).flatMap((name) => {
    const source = neverRestored(kind).includes(name) || then[name] === undefined ? thing : then;
    const value = source[name] ?? null;
    if (typeof value === 'object' && value !== null) return [];
    // An empty value is sent only if the field is not empty now, since a host may not know the field.
    if (value === null && (thing[name] ?? '') === '') return [];
    return [[name, value] as const];
  });
  const later = states.filter(({ number }) => number >= state.number);
  const files: SnapshotBytes[] = [];
  const kept: string[] = [];
  for (const field of fileNames(kind)) {
    const wanted = then[field] ?? '';
    // The first save after this version that replaced the file stored the file as it was in this version.
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

/** A host may sign the addresses of its files anew each time. */
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
