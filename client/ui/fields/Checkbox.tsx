import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import styles from './Checkbox.module.css';
import fieldStyles from './Field.module.css';
import { assignRef, FieldNotes, useFieldIds } from './Field.tsx';

interface TickBoxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** May contain a link, e.g. to the text that a person agrees to. */
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** True if only the box is shown, e.g. in a table. The label is still the accessible name. */
  hideLabel?: boolean;
}

interface CheckboxProps extends TickBoxProps {
  /** True if some, but not all, of the items that this checkbox represents are selected. */
  indeterminate?: boolean;
}

/** A checkbox with its label next to it. */
export function Checkbox({ indeterminate = false, ref, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  });
  return (
    <TickBox
      {...rest}
      look={styles}
      ref={(element) => {
        box.current = element;
        return assignRef(ref, element);
      }}
    />
  );
}

/**
 * The common part of a checkbox and a switch. HTML does not support `readOnly` for them, so the click is cancelled.
 * React calls `onChange` before the click is cancelled, so that call is not passed on.
 */
export function TickBox({
  look,
  label,
  hint,
  error,
  hideLabel = false,
  id,
  className,
  onClick,
  onChange,
  ...rest
}: TickBoxProps & { look: Readonly<Record<string, string>> }) {
  const ids = useFieldIds({ id, hint, error });
  const { readOnly } = rest;
  return (
    <div className={classNames(fieldStyles.tickBox, look.field, className)}>
      <label className={look.row}>
        <input
          {...rest}
          type="checkbox"
          id={ids.id}
          className={look.box}
          aria-readonly={readOnly || undefined}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.invalid || undefined}
          onClick={(event) => {
            if (readOnly) event.preventDefault();
            onClick?.(event);
          }}
          onChange={(event) => {
            if (!readOnly) onChange?.(event);
          }}
        />
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={look.label}>{label}</span>}
      </label>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}
