import { useId } from 'react';
import { readableBytes } from '#shared/limits.ts';
import { Button } from './Button.tsx';
import styles from './ProgressBar.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface ProgressBarProps {
  label: string;
  /** Bytes done, of `max` bytes. 0 of 0 is not known yet: the bar then runs without an end. */
  value: number;
  max: number;
  onCancel?: (() => void) | undefined;
  cancelLabel?: string;
}

/** How far an upload is. Screen readers hear of every quarter, not of every byte. */
export function ProgressBar({ label, value, max, onCancel, cancelLabel = 'Cancel' }: ProgressBarProps) {
  const labelId = useId();
  const known = max > 0;
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span className={styles.label} id={labelId}>
          {label}
        </span>
        {known && (
          <span className={styles.numbers}>
            {percent(value, max)}%
            <span className={styles.bytes}>
              {readableBytes(Math.min(value, max))} of {readableBytes(max)}
            </span>
          </span>
        )}
      </div>
      <progress
        className={styles.bar}
        aria-labelledby={labelId}
        {...(known ? { value: Math.min(value, max), max } : {})}
      />
      {onCancel && (
        <Button variant="quiet" className={styles.cancel} onClick={onCancel}>
          {cancelLabel}
        </Button>
      )}
      <VisuallyHidden role="status">{known ? `${label} ${quarter(value, max)}%` : label}</VisuallyHidden>
    </div>
  );
}

/** Whole percents, rounded down: 100 is said only when all is done. */
function percent(value: number, max: number): number {
  return Math.min(100, Math.max(0, Math.floor((value / max) * 100)));
}

/** The last quarter that was reached: 0, 25, 50, 75 or 100. */
function quarter(value: number, max: number): number {
  return Math.floor(percent(value, max) / 25) * 25;
}
