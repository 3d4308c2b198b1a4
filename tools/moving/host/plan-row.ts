import type { Id } from '#shared/id.ts';
import type { PutResult } from '../../archive/source-and-target.ts';
import type { Pushed } from './outgoing.ts';

/** The state of a row of the archive at the host, before anything is sent. */
export type Observed =
  /** It refers to what is not there, or its list cannot be read. */
  | { is: 'impossible'; why: string }
  /** The journal has it from an earlier push; `differing` is undefined where the host no longer has it. */
  | { is: 'pushed'; id: Id; isUnchanged: boolean; differing: Differing | undefined }
  /** A call that was cut off has added it. */
  | { is: 'cut off'; id: Id }
  /** Not of this push, but the same thing: with these fields otherwise. */
  | { is: 'there'; id: Id; fields: string[] }
  | { is: 'absent'; isAddable: boolean };

/** Names of the fields that differ from the archive, and of those the ones that were changed at the host since the push. */
interface Differing {
  all: string[];
  since: string[];
}

export type RowPlan =
  | { do: 'nothing'; result: PutResult }
  | { do: 'add' }
  /** The host has it under this id: only the journal changes. */
  | { do: 'settle'; id: Id; outcome: 'added' | 'same' };

/** Decides what becomes of a row. Pure: what it needs to know is in `observed`. */
export function planRow(observed: Observed): RowPlan {
  switch (observed.is) {
    case 'impossible':
      return refuse(observed.why);
    case 'pushed':
      return planPushed(observed);
    case 'cut off':
      return { do: 'settle', id: observed.id, outcome: 'added' };
    case 'there':
      return conflictIn(observed.fields) ?? { do: 'settle', id: observed.id, outcome: 'same' };
    case 'absent':
      return observed.isAddable ? { do: 'add' } : refuse('the host has no call that adds it');
  }
}

/**
 * A row that has not changed in the archive conflicts only with what was changed at the host since the push; differences that
 * the host made when it took the row do not count.
 */
function planPushed({ id, isUnchanged, differing }: Extract<Observed, { is: 'pushed' }>): RowPlan {
  if (!differing) return refuse(`was added as ${id}, and is not at the host any more`);
  const conflict = conflictIn(isUnchanged ? differing.since : differing.all);
  if (conflict) return conflict;
  return isUnchanged ? { do: 'nothing', result: { outcome: 'same' } } : { do: 'settle', id, outcome: 'same' };
}

function conflictIn(fields: string[]): RowPlan | undefined {
  return fields.length > 0 ? { do: 'nothing', result: { outcome: 'conflict', fields } } : undefined;
}

function refuse(why: string): RowPlan {
  return { do: 'nothing', result: { outcome: 'refused', why } };
}

/**
 * True when a thing of the same name is this row, and not another one that is called so. With the same id it is the same thing, changed
 * since; a title of a category is unique.
 */
export function isThisRow(entity: Pushed, row: Id, thing: { id: Id; fields: readonly string[] }): boolean {
  return thing.fields.length === 0 || thing.id === row || entity === 'categories';
}
