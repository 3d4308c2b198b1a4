import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './Tray.module.css';

interface TrayProps {
  /** What the strip is for: the name of its group. */
  label: string;
  children: ReactNode;
  /** The Enter key in a text field. */
  onEnter?: () => void;
  onClose: () => void;
}

/**
 * A strip between toolbar and text that asks for what a button needs. It is part of the page's flow, so that no dialog
 * or edge cuts it off. Escape closes it, and only it: not the dialog that the editor stands in.
 */
export function Tray({ label, children, onEnter, onClose }: TrayProps) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    strip.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // Enter in a field would send the form around the editor.
      event.preventDefault();
      onEnter?.();
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside of a form would be named by a legend that is seen
    <div ref={strip} className={styles.tray} role="group" aria-label={label} onKeyDown={press}>
      {children}
    </div>
  );
}
