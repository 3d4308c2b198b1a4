import type { ReactNode } from 'react';
import styles from './PreviewCard.module.css';

/** How a page is shown elsewhere: by a search engine, or by an app that a link was sent with. */
export function PreviewCard({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>{caption}</figcaption>
      {children}
    </figure>
  );
}
