import type { ReactNode } from 'react';
import { AlertIcon } from '../icons.tsx';
import styles from './Field.module.css';
import type { FieldIds } from './field-ids.ts';

interface FieldNotesProps {
  ids: Pick<FieldIds, 'errorId' | 'hintId'>;
  hint?: ReactNode;
  error?: string | undefined;
  /** Stands at the end of the hint line, e.g. a counter. */
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
          {hint && (
            <p className={styles.hint} id={ids.hintId}>
              {hint}
            </p>
          )}
          {aside}
        </div>
      )}
    </>
  );
}
