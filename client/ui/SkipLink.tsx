import styles from './SkipLink.module.css';

/** First in the tab order: past the navigation to the element with id "main". */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
