import { createContext, use } from 'react';
import type { ApplicantStatus, ListedApplicant } from '#shared/schemas/applicant.ts';

/** What an action needs to know of an applicant. */
export type Actor = Pick<ListedApplicant, 'id' | 'name' | 'status' | 'rating' | 'is_read' | 'updated_at'>;

/** What can be done with one applicant, from a row, a card, the review pane or by a key. */
export interface ApplicantActions {
  /** Moves at once; asks for a reason first when that is a rejection. */
  move: (applicant: Actor, to: ApplicantStatus) => void;
  rate: (applicant: Actor, rating: number) => void;
  mark: (applicant: Actor, as: 'read' | 'unread') => void;
  /** Deletes, with an undo. */
  remove: (applicant: Actor) => Promise<boolean>;
}

export const ActionsContext = createContext<ApplicantActions | undefined>(undefined);

/** The actions of the screen around this component. */
export function useApplicantActions(): ApplicantActions {
  const actions = use(ActionsContext);
  if (!actions) throw new Error('useApplicantActions: there is no ActionsProvider around this component');
  return actions;
}
