import { type ComponentType, type ReactNode, type Ref, useId } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import fieldStyles from './Field.module.css';
import { FieldNotes, useFieldIds } from './Field.tsx';
import styles from './SegmentedControl.module.css';

interface Segment<Value extends string> {
  value: Value;
  label: string;
  Icon?: ComponentType<{ size?: number }>;
}

interface SegmentedControlProps<Value extends string> {
  label: string;
  /** "" if nothing is chosen yet. */
  value: Value | '';
  options: readonly Segment<Value>[];
  onChange: (value: Value) => void;
  hint?: ReactNode;
  error?: string;
  hideLabel?: boolean;
  readOnly?: boolean;
  /** Ref of the first option. A form focuses it to move a person to this field. */
  ref?: Ref<HTMLInputElement>;
  className?: string;
}

/**
 * A choice between a few options that are all visible. Consists of radio buttons in a row, so that the arrow keys
 * work.
 */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  error,
  hideLabel = false,
  readOnly = false,
  ref,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  const ids = useFieldIds({ hint, error });
  return (
    <fieldset
      className={classNames('stack2', fieldStyles.group, className)}
      aria-describedby={ids.describedBy}
    >
      <legend className={hideLabel ? undefined : 'type-label'}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </legend>
      <div className={styles.segments} data-invalid={ids.invalid || undefined}>
        {options.map(({ value: own, label: ownLabel, Icon }, index) => (
          <label key={own} className={styles.segment}>
            <input
              ref={index === 0 ? ref : undefined}
              className="overlay"
              type="radio"
              name={name}
              value={own}
              checked={own === value}
              aria-invalid={ids.invalid || undefined}
              onChange={() => {
                if (!readOnly) onChange(own);
              }}
            />
            {Icon && <Icon size={18} />}
            <span>{ownLabel}</span>
          </label>
        ))}
      </div>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </fieldset>
  );
}
