import type { ComponentProps } from 'react';
import { classNames } from '../class-names/class-names.ts';
import styles from './Button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'quiet' | 'danger';
  /** Disables the button and shows `busyLabel` instead of its label (docs/product.md §4). */
  busy?: boolean;
  busyLabel?: string;
}

/** A button with the busy state of docs/product.md §4. `type` is "button" unless told: only a submit button submits. */
export function Button({
  variant = 'primary',
  busy = false,
  busyLabel,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[variant], className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
