import type { SessionUser } from '#shared/schemas/session.ts';
import type { SentFields } from '../adapt/forms.ts';
import { changesOf, differences, stateOf } from './field-states.ts';
import { type FetchMedia, fetchFiles, type Thing } from './host-reader.ts';
import { filesOf, type Kind } from './kinds.ts';
import type { Made, Revisions, StateHead } from './revisions.ts';

interface Save {
  kind: Kind;
  /** The record before the save. */
  thing: Thing;
  said: SentFields;
  /** `who` is the account, `user` is the person who uses it. */
  who: string;
  user: SessionUser | undefined;
  /** Number of the version that this save restores; undefined for an ordinary save. */
  restored?: number;
}

export interface SnapshotParts {
  revisions: Revisions;
  fetchMedia: FetchMedia;
  now: () => number;
}

type Kept = Awaited<ReturnType<Revisions['add']>>;

/**
 * Stores a revision of a record before a save, together with the files that the save replaces. Returns undefined, and
 * stores nothing, if the save changes no known field.
 */
export async function takeRevision(
  { kind, thing, said, who, user, restored }: Save,
  { revisions, fetchMedia, now }: SnapshotParts,
): Promise<Kept | undefined> {
  const { changed, replaced } = await changesOf(kind, thing, said);
  if (changed.length === 0) return undefined;
  const going = filesOf(kind, thing).filter(({ field }) => replaced.includes(field));
  const { files, lost } = await fetchFiles(going, fetchMedia);
  const state = await stateOf(kind, thing);
  const last = (await revisions.of(kind.resource, thing.id)).at(-1);
  const next: Made = {
    kind: restored === undefined ? 'saved' : 'restored',
    who: user?.name ?? user?.email ?? null,
    whoId: user?.id ?? null,
    at: new Date(now()).toISOString(),
    changed,
    restored: restored ?? null,
  };
  const made = howMade(kind, thing, state, last, next.at);
  const { resource } = kind;
  return revisions.add({ resource, thing, ...state, made, next, files, lost }, who);
}

/**
 * Returns by whom and when the current state of a record was made. Usually that is the last save through this site.
 * If a field that this save did not change differs from the state before the save, an unknown person has changed the
 * record elsewhere.
 */
export function howMade(
  kind: Kind,
  thing: Thing,
  state: Pick<StateHead, 'fields' | 'textHash'>,
  last: StateHead | undefined,
  now: string,
): Made {
  if (!last) return foundAt(thing, [], now);
  const changed = differences(kind, last, state);
  const isOurs = changed.every((name) => last.next.changed.includes(name));
  return isOurs ? last.next : foundAt(thing, changed, now);
}

function foundAt(thing: Thing, changed: string[], now: string): Made {
  const moment = [thing.updated_at, thing.created_at].find((each) => typeof each === 'string' && each !== '');
  return {
    kind: 'found',
    who: null,
    whoId: null,
    changed,
    restored: null,
    at: typeof moment === 'string' ? moment : now,
  };
}
