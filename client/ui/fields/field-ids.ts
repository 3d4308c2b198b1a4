import { useId } from 'react';

/** Ids that tie a control to its label, hint and error. */
export interface FieldIds {
  id: string;
  labelId: string;
  errorId: string;
  hintId: string;
  /** For `aria-describedby`; undefined when there is neither hint nor error. */
  describedBy: string | undefined;
  invalid: boolean;
}

interface Said {
  id?: string | undefined;
  hint?: unknown;
  error?: string | undefined;
}

/** The ids of one field. The error comes first in the description: it is what a person needs to hear. */
export function useFieldIds({ id: givenId, hint, error }: Said): FieldIds {
  const ownId = useId();
  const id = givenId ?? ownId;
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return {
    id,
    labelId: `${id}-label`,
    errorId,
    hintId,
    describedBy: described || undefined,
    invalid: Boolean(error),
  };
}
