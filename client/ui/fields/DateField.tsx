import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './DateField.module.css';
import { TextField } from './TextField.tsx';

interface DateFieldProps
  extends Omit<ComponentProps<typeof TextField>, 'type' | 'multiline' | 'counter' | 'rows'> {
  /** Also asks for the time of day; the value is then "2026-12-31T17:00", in the person's own time. */
  withTime?: boolean;
}

/** A day, in the browser's own calendar. Its value is "2026-12-31" or "". */
export function DateField({ withTime = false, className, ...rest }: DateFieldProps) {
  return (
    <TextField
      {...rest}
      type={withTime ? 'datetime-local' : 'date'}
      className={classNames(styles.date, className)}
    />
  );
}
