import type { ComponentProps, KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import { ChevronDownIcon } from '../icons.tsx';
import fieldStyles from './Field.module.css';
import { Field, type FieldText } from './Field.tsx';
import styles from './Select.module.css';

interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends FieldText, Omit<ComponentProps<'select'>, 'children' | 'multiple' | 'size'> {
  options: readonly SelectOption[];
  /** Text of a first option with the value '', which means that nothing is chosen. */
  placeholder?: string;
  /**
   * True if the value cannot be changed. The select is not disabled, because form libraries do not read the value of
   * a disabled field.
   */
  readOnly?: boolean;
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
              <option key={option.value} value={option.value}>
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
