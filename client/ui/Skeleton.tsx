import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths. The skeleton should be as large as the content that replaces it. */
  width?: string;
  height?: string;
  ratio?: string;
}

/** Placeholder of content that is still loading. Hidden from assistive technology: show "Loading" next to it. */
export function Skeleton({ width = '100%', height = '1em', ratio }: SkeletonProps) {
  const size: CSSProperties = ratio ? { width, aspectRatio: ratio } : { width, height };
  return <span className={styles.skeleton} style={size} aria-hidden="true" />;
}
