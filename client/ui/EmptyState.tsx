import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './State.module.css';

interface EmptyStateProps {
  title: string;
  /** Heading level of the title; without a level, the title is not a heading. */
  level?: 1 | 2 | 3;
  text?: ReactNode;
  action?: ReactNode;
  /** Artwork above the text. */
  art?: ReactNode;
  /** True in place of content that could not be read. Screen readers announce it. */
  failed?: boolean;
}

/** Shown where there is no content yet, which is not an error; with `failed`, in place of content that could not be read. */
export function EmptyState({ title, level, text, action, art, failed = false }: EmptyStateProps) {
  const Title = level ? (`h${level}` as const) : 'p';
  return (
    <div className={classNames(styles.state, failed && styles.failed)} role={failed ? 'alert' : undefined}>
      {art && <div className={styles.art}>{art}</div>}
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
