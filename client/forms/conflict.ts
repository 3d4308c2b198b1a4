import { ApiError } from '../api/api-error.ts';
import { changedValues } from './draft-store.ts';

/**
 * A save failed because another person saved the same record after this form was opened (shared/contract/README.md, "Answers",
 * 409).
 */
export interface Conflict {
  /** Version of the stored record now, ISO text. */
  current: string;
  /** Name of the person who saved it, if the host sends one. */
  who?: string | undefined;
}

/** The stored values, and the version on which a form is based. */
export interface Stored<Values> {
  stored: Values;
  version: string | undefined;
  /**
   * Values that the form replaces but does not show, such as the address of a picture, by their names in the
   * contract.
   */
  beside?: Record<string, unknown> | undefined;
}

/** A conflict with the other person's changes, as far as those could be read. */
export interface MetConflict<Values> extends Conflict {
  newest?: Stored<Values> | undefined;
  /** Fields that differ between the newest version and the version that this form is based on. */
  theirs: string[];
  /** Fields in `theirs` that were changed in this form too. */
  both: string[];
}

/**
 * Compares the changes of two people to the same `base`. Added items, such as further images, replace nothing and are
 * no overlap.
 */
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

/**
 * Returns the conflict that made a save fail; undefined when it failed for another reason. Hosts use 409 for other
 * errors too.
 */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { data } = error;
  if (typeof data !== 'object' || data === null) return undefined;
  const { current, who } = data as Record<string, unknown>;
  if (typeof current !== 'string') return undefined;
  return { current, ...(typeof who === 'string' && who && { who }) };
}
