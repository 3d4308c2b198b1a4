import type { ReactNode } from 'react';
import styles from './State.module.css';

interface EmptyStateProps {
  title: string;
  /** The level of the title as a heading; no heading by default. */
  level?: 1 | 2 | 3;
  text?: ReactNode;
  action?: ReactNode;
  /** Artwork above the text. */
  art?: ReactNode;
}

/** Nothing is here, and that is no error. */
export function EmptyState({ title, level, text, action, art }: EmptyStateProps) {
  const Title = level ? (`h${level}` as const) : 'p';
  return (
    <div className={styles.state}>
      {art && <div className={styles.art}>{art}</div>}
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
