import type { ReactNode } from 'react';
import styles from './Publish.module.css';

/** Actions on the record of a form other than saving it; the last row of the form. */
export function FormTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}
