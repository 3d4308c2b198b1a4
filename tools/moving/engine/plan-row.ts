import type { PutResult } from '../../archive/source-and-target.ts';
import type { State } from './rows-repository.ts';

/** The state of a row of the archive in the engine. */
export interface Observed {
  state: State;
  /** Names of the fields in which the row that is there differs. */
  fields: string[];
  /** It differs only in files that could not be had when it came. */
  isFillable: boolean;
}

export type RowPlan =
  | { do: 'nothing'; result: PutResult }
  /** Puts missing files in place. */
  | { do: 'fill' }
  /** Adds the row, or replaces the one that is there. */
  | { do: 'write' };

/** Decides what becomes of a row. Pure: whether a row to write breaks a rule of its table is asked afterwards. */
export function planRow({ state, fields, isFillable }: Observed, { replace }: { replace: boolean }): RowPlan {
  switch (state.is) {
    case 'taken':
      return refuse(`id: is the number of ${state.by} here`);
    case 'deleted':
      return refuse('is in the trash here: restore or erase it first');
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
