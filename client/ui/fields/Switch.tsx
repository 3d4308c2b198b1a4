import type { ComponentProps } from 'react';
import { TickBox } from './Checkbox.tsx';
import styles from './Switch.module.css';

/** Turns a setting on or off. The state is shown by the position of the knob, not by its colour alone. */
export function Switch(props: Omit<ComponentProps<typeof TickBox>, 'look' | 'role'>) {
  return <TickBox {...props} look={styles} role="switch" />;
}
