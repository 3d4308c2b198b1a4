import { useId } from 'react';
import { readableBytes } from '#shared/limits.ts';
import { Button } from './Button.tsx';
import styles from './ProgressBar.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface ProgressBarProps {
  label: string;
  /**
   * Number of bytes done, out of `max` bytes. If both are 0, the progress is unknown and the bar is indeterminate.
   */
  value: number;
  max: number;
  onCancel?: () => void;
  cancelLabel?: string;
}

/** Progress of an upload. Screen readers announce it only at each quarter. */
export function ProgressBar({ label, value, max, onCancel, cancelLabel = 'Cancel' }: ProgressBarProps) {
  const labelId = useId();
  const known = max > 0;
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span className="strong" id={labelId}>
          {label}
        </span>
        {known && (
          <span className="strong digits">
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

/** Returns whole per cent, rounded down: 100 is shown only when everything is done. */
function percent(value: number, max: number) {
  return Math.min(100, Math.max(0, Math.floor((value / max) * 100)));
}

/** Returns the last quarter that was reached: 0, 25, 50, 75 or 100. */
function quarter(value: number, max: number) {
  return Math.floor(percent(value, max) / 25) * 25;
}
