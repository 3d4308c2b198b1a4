import { type ReactNode, useId } from 'react';
import { AlertIcon } from '../icons/icons.tsx';
import styles from './Field.module.css';

/** Ids that tie a control to its label, hint and error. */
export interface FieldIds {
  id: string;
  labelId: string;
  /** For `aria-describedby`; undefined when there is neither hint nor error. */
  describedBy: string | undefined;
  invalid: boolean;
}

export interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

interface FieldProps extends FieldText {
  id?: string | undefined;
  /** Stands at the end of the hint line, e.g. a counter. */
  aside?: ReactNode;
  children: (ids: FieldIds) => ReactNode;
}

/** Label, hint and error around any control. The error comes before the hint, where it is read first. */
export function Field({ label, hint, error, id: givenId, aside, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const labelId = `${id}-label`;
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} id={labelId} htmlFor={id}>
        {label}
      </label>
      {children({ id, labelId, describedBy: described || undefined, invalid: Boolean(error) })}
      {error && (
        <p className={styles.error} id={errorId}>
          <AlertIcon />
          <span>{error}</span>
        </p>
      )}
      {(hint || aside) && (
        <div className={styles.below}>
          {hint && (
            <p className={styles.hint} id={hintId}>
              {hint}
            </p>
          )}
          {aside}
        </div>
      )}
    </div>
  );
}
