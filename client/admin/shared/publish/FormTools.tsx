import type { ReactNode } from 'react';
import styles from './Publish.module.css';

/** The last row of a form: actions on its record other than saving. */
export function FormTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}
