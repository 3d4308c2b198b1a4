import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import styles from './Checkbox.module.css';
import fieldStyles from './Field.module.css';
import { assignRef, FieldNotes, readOnlyHandlers, useFieldIds } from './Field.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** May contain a link, e.g. to the text that a person agrees to. */
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** True if only the box is shown, e.g. in a table. The label is still the accessible name. */
  hideLabel?: boolean;
  /** True if some, but not all, of the items that this checkbox represents are selected. */
  indeterminate?: boolean;
}

/** A checkbox with its label next to it. */
export function Checkbox({
  label,
  hint,
  error,
  hideLabel = false,
  indeterminate = false,
  id,
  ref,
  className,
  ...rest
}: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const ids = useFieldIds({ id, hint, error });
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  });
  return (
    <div className={classNames(fieldStyles.tickBox, styles.field, className)}>
      <label className={styles.row}>
        <input
          {...rest}
          {...readOnlyHandlers(rest)}
          ref={(element) => {
            box.current = element;
            return assignRef(ref, element);
          }}
          type="checkbox"
          id={ids.id}
          className={styles.box}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.invalid || undefined}
        />
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={styles.label}>{label}</span>}
      </label>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}
