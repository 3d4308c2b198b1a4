import type { SessionUser } from '#shared/schemas/session.ts';
import type { Said } from '../adapt/forms.ts';
import { filesOf, type Kind } from './kinds.ts';
import type { Made, Overwritten, StateHead } from './overwritten.ts';
import { changesOf, differences, stateOf } from './states.ts';
import { type FetchMedia, fetchFiles, type Thing } from './taking.ts';

interface Save {
  kind: Kind;
  /** The record before the save. */
  thing: Thing;
  said: Said;
  /** The account, and its person. */
  who: string;
  user: SessionUser | undefined;
  /** Number of the version that this save restores. */
  restored?: number;
}

export interface KeepingParts {
  overwritten: Overwritten;
  fetchMedia: FetchMedia;
  now: () => number;
}

type Kept = Awaited<ReturnType<Overwritten['add']>>;

/**
 * Stores a revision of a record before a save, with the files that the save replaces; undefined if the save changes
 * no known field.
 */
export async function keepState(
  { kind, thing, said, who, user, restored }: Save,
  { overwritten, fetchMedia, now }: KeepingParts,
): Promise<Kept | undefined> {
  const { changed, replaced } = await changesOf(kind, thing, said);
  if (changed.length === 0) return undefined;
  const going = filesOf(kind, thing).filter(({ field }) => replaced.includes(field));
  const { files, lost } = await fetchFiles(going, fetchMedia);
  const state = await stateOf(kind, thing);
  const last = (await overwritten.of(kind.resource, thing.id)).at(-1);
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
  return overwritten.add({ resource, thing, ...state, made, next, files, lost }, who);
}

/**
 * Returns how the present state was made: by the last save through this site, unless a field differs that this save
 * did not change. In that case it was changed elsewhere, by an unknown person.
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
