import { ApiError } from '../api/api-error.ts';
import { changedValues } from './draft-store.ts';

/** Somebody saved the same thing after this form was opened (docs/architecture.md §4, 409). */
export interface Conflict {
  /** Version of what is stored now, ISO text. */
  current: string;
  /** Who saved it, as far as the host says. */
  who?: string | undefined;
}

/** What is stored, and the version of it that a form begins with. */
export interface Stored<Values> {
  stored: Values;
  version: string | undefined;
  /** What the form replaces and does not show as a value, such as the address of a picture, by the names on the wire. */
  beside?: Record<string, unknown> | undefined;
}

/** A conflict with what somebody else changed, as far as that could be read. */
export interface MetConflict<Values> extends Conflict {
  newest?: Stored<Values> | undefined;
  /** The fields that differ from those that the edit began with. */
  theirs: string[];
  /** Those of them that are changed in the form too. */
  both: string[];
}

/** What two people changed, each of the same `base`. What is only added, such as further images, replaces nothing. */
export function meetConflict<Values extends object>(
  conflict: Conflict,
  base: Stored<Values>,
  newest: Stored<Values> | undefined,
  values: Values,
): MetConflict<Values> {
  const changed = newest && {
    ...changedValues(newest.stored, base.stored),
    ...changedValues(newest.beside ?? {}, base.beside ?? {}),
  };
  const theirs = Object.keys(changed ?? {});
  const mine: Record<string, unknown> = changedValues(values, base.stored);
  const both = theirs.filter((name) => Object.hasOwn(mine, name) && !Array.isArray(mine[name]));
  return { ...conflict, newest, theirs, both };
}

/** The conflict that a failed save met; undefined when it failed for another reason. Hosts have 409 for other things too. */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { data } = error;
  if (typeof data !== 'object' || data === null) return undefined;
  const { current, who } = data as Record<string, unknown>;
  if (typeof current !== 'string') return undefined;
  return { current, ...(typeof who === 'string' && who && { who }) };
}
