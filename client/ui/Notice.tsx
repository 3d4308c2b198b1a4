import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';
import styles from './Notice.module.css';

/** A failure above a form, announced when it appears. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice} role="alert">
      <AlertIcon />
      <div>{children}</div>
    </div>
  );
}
