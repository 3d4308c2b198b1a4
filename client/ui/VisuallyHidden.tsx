import type { ComponentProps, MouseEvent } from 'react';
import { frame } from '#shared/words/en/frame.ts';
import { useWords } from '../words.ts';
import styles from './VisuallyHidden.module.css';

/** Text that only assistive technology presents. */
export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={styles.hidden} />;
}

/**
 * Link that skips the navigation and leads to the element with the id "main". Must be the first element in the tab
 * order.
 */
export function SkipLink() {
  const words = useWords(frame);
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a part of the page, before the scripts too
    <a className={styles.skip} href="#main" onClick={skip}>
      {words('frame.skip')}
    </a>
  );
}

/**
 * Moves the focus by script, because following the link would add a history entry that the router does not know.
 * Without scripts, the link works.
 */
function skip(event: MouseEvent) {
  const main = document.getElementById('main');
  if (!main) return;
  event.preventDefault();
  main.focus();
  main.scrollIntoView();
}
