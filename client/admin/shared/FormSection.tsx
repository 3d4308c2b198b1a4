import type { ReactNode } from 'react';
import styles from './FormSection.module.css';

/** A group of fields of a form below a line, with its title. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.title}>{title}</legend>
      {children}
    </fieldset>
  );
}
