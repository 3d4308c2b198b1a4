import type { ReactNode } from 'react';
import styles from './Field.module.css';
import { FieldNotes } from './FieldNotes.tsx';
import { type FieldIds, useFieldIds } from './field-ids.ts';

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
export function Field({ label, hint, error, id, aside, children }: FieldProps) {
  const ids = useFieldIds({ id, hint, error });
  return (
    <div className={styles.field}>
      <label className={styles.label} id={ids.labelId} htmlFor={ids.id}>
        {label}
      </label>
      {children(ids)}
      <FieldNotes ids={ids} hint={hint} error={error} aside={aside} />
    </div>
  );
}
