import { useSite } from '../../site-info/site-info.ts';
import styles from './Wordmark.module.css';

/** The studio's name, set. Give the link around it its accessible name. */
export function Wordmark() {
  const { short_name } = useSite();
  return (
    <span className={styles.wordmark}>
      <svg viewBox="-12 -12 24 24" width="28" height="28" aria-hidden="true" focusable="false">
        <rect className={styles.star} x="-7.5" y="-7.5" width="15" height="15" />
        <rect className={styles.star} x="-7.5" y="-7.5" width="15" height="15" transform="rotate(45)" />
        <circle className={styles.core} r="3.6" />
      </svg>
      {short_name}
    </span>
  );
}
