import type { ReactNode } from 'react';
import styles from './PreviewCard.module.css';

/** Preview of a page in another product: a search engine, or an app in which a link was shared. */
export function PreviewCard({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>{caption}</figcaption>
      {children}
    </figure>
  );
}
