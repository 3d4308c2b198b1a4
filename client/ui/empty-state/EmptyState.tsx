import type { ReactNode } from 'react';
import styles from '../state/State.module.css';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Artwork above the words. */
  art?: ReactNode;
}

/** Nothing is here, and that is in order. */
export function EmptyState({ title, text, action, art }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {art && <div className={styles.art}>{art}</div>}
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
