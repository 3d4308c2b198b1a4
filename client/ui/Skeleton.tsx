import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; the place takes the size of what will stand there. */
  width?: string;
  height?: string;
  ratio?: string;
}

/** The place of something that is still loading. Hidden from assistive technology: say "Loading" beside it. */
export function Skeleton({ width = '100%', height = '1em', ratio }: SkeletonProps) {
  const size: CSSProperties = ratio ? { width, aspectRatio: ratio } : { width, height };
  return <span className={styles.skeleton} style={size} aria-hidden="true" />;
}
