import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './IconButton.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** Name of the button's action. It is the accessible name and the tooltip. */
  label: string;
  /** The button keeps the focus, and does nothing when pressed. */
  'aria-disabled'?: true | undefined;
}

/** A square button that shows only an icon. */
export function IconButton({ label, className, type = 'button', onClick, ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      onClick={rest['aria-disabled'] ? undefined : onClick}
      type={type}
      aria-label={label}
      className={classNames(styles.button, className)}
    />
  );
}
