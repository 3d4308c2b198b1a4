import type { ReactNode } from 'react';
import { IconButton } from '../IconButton.tsx';
import styles from './Step.module.css';

interface StepProps {
  label: string;
  /** The index it leads to; outside of the gallery it leads nowhere and says so. */
  to: number;
  count: number;
  onShow: (index: number) => void;
  children: ReactNode;
}

/** Previous or next. At an end it stays focusable: a button that vanishes under a finger takes the focus with it. */
export function Step({ label, to, count, onShow, children }: StepProps) {
  const possible = to >= 0 && to < count;
  return (
    <IconButton
      className={styles.step}
      label={label}
      aria-disabled={possible ? undefined : true}
      onClick={() => possible && onShow(to)}
    >
      {children}
    </IconButton>
  );
}
