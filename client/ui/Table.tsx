import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './Table.module.css';

interface TableProps extends ComponentProps<'table'> {
  /** Accessible name that says what the table lists. */
  label: string;
}

/** A table that scrolls sideways on small screens. The keyboard can reach the part that scrolls. */
export function Table({ label, className, ...rest }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <table {...rest} aria-label={label} className={classNames(styles.table, className)} />
    </section>
  );
}
