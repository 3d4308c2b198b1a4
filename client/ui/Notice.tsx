import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';
import styles from './Notice.module.css';

/** Text about a failure, near what failed. Screen readers announce it when it appears. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice} role="alert">
      <AlertIcon />
      <div>{children}</div>
    </div>
  );
}
