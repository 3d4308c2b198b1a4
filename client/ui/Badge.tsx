import type { ComponentType, ReactNode } from 'react';
import styles from './Badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'signal' | 'danger' | 'success';

interface BadgeProps {
  tone?: BadgeTone;
  Icon?: ComponentType<{ size?: number }>;
  /** The state as text. The colour (`tone`) only emphasises the text. */
  children: ReactNode;
}

/** A state in one or two words. */
export function Badge({ tone = 'neutral', Icon, children }: BadgeProps) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      {Icon && <Icon size={14} />}
      {children}
    </span>
  );
}
