import type { ComponentProps, MouseEvent } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text for assistive technology only. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />;
}

/** First in the tab order: skips the navigation, to the element with id "main". */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a part of the page, before the scripts too
    <a className={styles.skip} href="#main" onClick={skip}>
      Skip to content
    </a>
  );
}

/** By script if possible: the hash would add a history entry that the router does not know. */
function skip(event: MouseEvent) {
  const main = document.getElementById('main');
  if (!main) return;
  event.preventDefault();
  main.focus();
  main.scrollIntoView();
}
