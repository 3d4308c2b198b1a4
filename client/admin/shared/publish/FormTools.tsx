import type { ReactNode } from 'react';
import styles from './Publish.module.css';

/** What can be done with what a form is about besides saving it; the last row of the form. */
export function FormTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}
