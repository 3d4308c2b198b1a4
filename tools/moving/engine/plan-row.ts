import type { PutResult } from '../../archive/source-and-target.ts';
import type { State } from './rows-repository.ts';

/** The state of a row's id in the engine, and how the stored row with that id differs from the row of the archive. */
export interface Observed {
  state: State;
  /** Names of the fields in which the stored row differs. */
  fields: string[];
  /** True if the row differs only in files that could not be fetched when it was imported. */
  isFillable: boolean;
}

export type RowPlan =
  | { do: 'nothing'; result: PutResult }
  /** Adds the missing files. */
  | { do: 'fill' }
  /** Adds the row, or replaces the stored row. */
  | { do: 'write' };

/**
 * Decides how a row is imported. Does not access the database, so the caller has to check afterwards whether a row to
 * write violates a rule of its table.
 */
export function planRow({ state, fields, isFillable }: Observed, { replace }: { replace: boolean }): RowPlan {
  switch (state.is) {
    case 'taken':
      return refuse(`id: is already used by ${state.by}`);
    case 'deleted':
      return refuse('is in the trash of this site: restore or erase it first');
    case 'free':
      return { do: 'write' };
    case 'there':
      if (fields.length === 0) return { do: 'nothing', result: { outcome: 'same' } };
      if (isFillable) return { do: 'fill' };
      return replace ? { do: 'write' } : { do: 'nothing', result: { outcome: 'conflict', fields } };
  }
}

function refuse(why: string): RowPlan {
  return { do: 'nothing', result: { outcome: 'refused', why } };
}
