import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';

interface ButtonLook {
  variant?: 'primary' | 'quiet' | 'danger';
  /** Large is for the main action of a public page. */
  size?: 'medium' | 'large';
}

interface ButtonProps extends ComponentProps<'button'>, Pick<ButtonLook, 'variant'> {
  /** Disables the button and shows `busyLabel` instead of its label (docs/product.md §4). */
  busy?: boolean;
  busyLabel?: string;
}

/** Returns the class names of a button, for a link that looks like one. */
export function buttonClass({ variant = 'primary', size }: ButtonLook = {}) {
  return classNames(styles.button, styles[variant], size === 'large' && styles.large);
}

/**
 * A button with the busy state of docs/product.md §4. `type` is "button" by default: only a submit button submits.
 */
export function Button({
  variant,
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
      className={classNames(buttonClass({ variant }), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
