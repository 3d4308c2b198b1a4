import type { ReactNode } from 'react';
import styles from './State.module.css';

interface EmptyStateProps {
  title: string;
  /** Heading level of the title; without a level, the title is not a heading. */
  level?: 1 | 2 | 3;
  text?: ReactNode;
  action?: ReactNode;
  /** Artwork above the text. */
  art?: ReactNode;
}

/** Shown where there is no content yet, which is not an error. */
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
