import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import fieldStyles from './Field.module.css';
import { FieldNotes, readOnlyHandlers, useFieldIds } from './Field.tsx';
import styles from './Switch.module.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: string;
  hint?: ReactNode;
  error?: string;
  /** True if only the switch is shown, e.g. in a table. The label is still the accessible name. */
  hideLabel?: boolean;
}

/** Turns a setting on or off. The state is shown by the position of the knob, not by its colour alone. */
export function Switch({ label, hint, error, hideLabel = false, id, className, ...rest }: SwitchProps) {
  const ids = useFieldIds({ id, hint, error });
  return (
    <div className={classNames(fieldStyles.tickBox, styles.field, className)}>
      <label className={styles.row}>
        <input
          {...rest}
          {...readOnlyHandlers(rest)}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: whether a tick box is ticked, the browser tells by itself
          role="switch"
          id={ids.id}
          className={styles.track}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.invalid || undefined}
        />
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={styles.label}>{label}</span>}
      </label>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}
