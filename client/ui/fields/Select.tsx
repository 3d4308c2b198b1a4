import type { ComponentProps, KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import { ChevronDownIcon } from '../icons.tsx';
import fieldStyles from './Field.module.css';
import { Field, type FieldText } from './Field.tsx';
import styles from './Select.module.css';

interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

interface SelectProps extends FieldText, Omit<ComponentProps<'select'>, 'children' | 'multiple' | 'size'> {
  options: readonly SelectOption[];
  /** A first option with the value "", if nothing is chosen. */
  placeholder?: string | undefined;
  /** Prevents changes of the value, but keeps it readable by form libraries, which skip disabled fields. */
  readOnly?: boolean | undefined;
}

/** A labelled native select. */
export function Select({
  label,
  hint,
  error,
  options,
  placeholder,
  readOnly,
  id,
  className,
  onKeyDown,
  ...rest
}: SelectProps) {
  function holdStill(event: KeyboardEvent<HTMLSelectElement>) {
    if (readOnly && event.key !== 'Tab') event.preventDefault();
    onKeyDown?.(event);
  }
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(ids) => (
        <div className={styles.box}>
          <select
            {...rest}
            id={ids.id}
            className={classNames(fieldStyles.control, styles.select, className)}
            aria-describedby={ids.describedBy}
            aria-invalid={ids.invalid || undefined}
            aria-readonly={readOnly || undefined}
            onKeyDown={holdStill}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon />
        </div>
      )}
    </Field>
  );
}
