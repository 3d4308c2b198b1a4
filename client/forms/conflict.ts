import { isStatus } from '../api/api-error.ts';
import { formatDayAndTime } from '../ui/dates.ts';
import { changedValues } from './draft.ts';
import { pathsOf, valueAt } from './nested-values.ts';

/**
 * Data about a save that failed because another person had saved the same record after this form was opened
 * (shared/contract/README.md, "Answers", 409).
 */
export interface Conflict {
  /** Version of the record that is stored now, as an ISO time. */
  current: string;
  /** Name of the person who saved it, if the host sends one. */
  who?: string;
}

/** Stored values of a record, and their version. */
export interface Stored<Values> {
  stored: Values;
  version: string | undefined;
  /**
   * Stored values that the form can replace but does not hold, such as the URL of a picture. The keys are the names
   * in the contract.
   */
  beside?: Record<string, unknown>;
}

/**
 * A conflict, with the fields that the other person changed. `newest` is undefined if the newest version could not be
 * read.
 */
export interface MetConflict<Values> extends Conflict {
  newest?: Stored<Values>;
  /** Fields that differ between the newest version and the version that this form is based on. */
  theirs: string[];
  /** Fields in `theirs` that were changed in this form too. */
  both: string[];
}

/**
 * Compares the changes of two people to the same `base`. Items that this form adds, such as further images, replace
 * nothing, so their field is not in `both`.
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
  const theirs = pathsOf(changed ?? {});
  const mine = changedValues(values, base.stored);
  const both = pathsOf(mine).filter((path) => theirs.includes(path) && !addsFiles(valueAt(mine, path)));
  return { ...conflict, newest, theirs, both };
}

function addsFiles(value: unknown) {
  return Array.isArray(value) && value.some((item) => item instanceof File);
}

/**
 * Returns the conflict because of which a save failed; undefined for any other error. A 409 alone is not enough,
 * because hosts also use it for other errors.
 */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!isStatus(error, 409)) return undefined;
  const { data } = error;
  if (typeof data !== 'object' || data === null) return undefined;
  const { current, who } = data as Record<string, unknown>;
  if (typeof current !== 'string') return undefined;
  return { current, who: typeof who === 'string' && who ? who : undefined };
}

/** Says who saved the newer version, and when, in the reader's time. */
export function savedBy({ who, current }: Conflict) {
  return `${who ?? 'Someone else'} saved this at ${formatDayAndTime(Date.parse(current))}`;
}
