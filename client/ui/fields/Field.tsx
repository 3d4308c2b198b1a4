import { type ReactNode, type Ref, type RefCallback, useId } from 'react';
import { AlertIcon } from '../icons.tsx';
import styles from './Field.module.css';

export interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string;
}

interface FieldProps extends FieldText {
  id?: string;
  /** Shown at the end of the line with the hint, e.g. a counter. */
  aside?: ReactNode;
  children: (ids: FieldIds) => ReactNode;
}

/** Label, hint and error around any control. The error comes before the hint, so that it is read first. */
export function Field({ label, hint, error, id, aside, children }: FieldProps) {
  const ids = useFieldIds({ id, hint, error });
  return (
    <div className="stack2">
      <label className="type-label" id={ids.labelId} htmlFor={ids.id}>
        {label}
      </label>
      {children(ids)}
      <FieldNotes ids={ids} hint={hint} error={error} aside={aside} />
    </div>
  );
}

interface FieldNotesProps {
  ids: FieldIds;
  hint?: ReactNode;
  error?: string;
  /** Shown at the end of the line with the hint, e.g. a counter. */
  aside?: ReactNode;
}

/** The error and the hint below a control. */
export function FieldNotes({ ids, hint, error, aside }: FieldNotesProps) {
  return (
    <>
      {error && (
        <p className={styles.error} id={ids.errorId}>
          <AlertIcon />
          <span>{error}</span>
        </p>
      )}
      {(hint || aside) && (
        <div className={styles.below}>
          {hint && <p id={ids.hintId}>{hint}</p>}
          {aside}
        </div>
      )}
    </>
  );
}

/** Ids that connect a control to its label, hint and error. */
export type FieldIds = ReturnType<typeof useFieldIds>;

interface FieldIdsOptions {
  id?: string;
  hint?: unknown;
  error?: string;
}

/** Returns the ids of one field. In `describedBy` the error comes first, because it is most important to hear. */
export function useFieldIds({ id: givenId, hint, error }: FieldIdsOptions) {
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
    /** For `aria-describedby`; undefined if there is neither hint nor error. */
    describedBy: described || undefined,
    invalid: Boolean(error),
  };
}

/** Passes an element to a ref, which is a function (as in form libraries) or an object (as in components). */
export function assignRef<Element>(
  ref: Ref<Element> | undefined,
  element: Element | null,
): ReturnType<RefCallback<Element>> {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
  return undefined;
}
