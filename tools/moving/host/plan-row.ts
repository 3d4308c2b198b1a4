import type { Id } from '#shared/id.ts';
import type { PutResult } from '../../archive/source-and-target.ts';
import type { Pushed } from './outgoing.ts';

/** State of an archive's row at the host, before anything is sent. */
export type Observed =
  /** The row refers to a missing record, or the host's list cannot be read. */
  | { is: 'impossible'; why: string }
  /**
   * The journal contains the row from an earlier push. `isUnchanged` is true if the archive's row is the same as in
   * that push. `differing` is undefined if the host no longer has the record.
   */
  | { is: 'pushed'; id: Id; isUnchanged: boolean; differing: Differing | undefined }
  /** A call that was cut off has added the row. */
  | { is: 'cut off'; id: Id }
  /** The host had this record before this push. `fields` are the names of the fields that differ. */
  | { is: 'there'; id: Id; fields: string[] }
  | { is: 'absent'; isAddable: boolean };

/**
 * Names of the fields that differ from the archive; `since` has only fields that were changed at the host after the
 * push.
 */
interface Differing {
  all: string[];
  since: string[];
}

export type RowPlan =
  | { do: 'nothing'; result: PutResult }
  | { do: 'add' }
  /** The host has the row under this id: only the journal changes. */
  | { do: 'settle'; id: Id; outcome: 'added' | 'same' };

/** Decides how a row is pushed. Pure: `observed` contains everything that the decision needs. */
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
 * Plans a row of an earlier push. If the row has not changed in the archive, there is a conflict only if fields were
 * changed at the host since the push; differences that the host made when it accepted the row do not count.
 */
function planPushed({ id, isUnchanged, differing }: Extract<Observed, { is: 'pushed' }>): RowPlan {
  if (!differing) return refuse(`was added as ${id}, but no longer exists at the host`);
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
 * Returns whether a record of the host is this row, and not another record with the same name; `row` is the row's id.
 * It is this row if no field differs, if the ids are equal (the record was changed later), or if it is a category,
 * because titles of categories are unique.
 */
export function isThisRow(entity: Pushed, row: Id, thing: { id: Id; fields: readonly string[] }): boolean {
  return thing.fields.length === 0 || thing.id === row || entity === 'categories';
}
