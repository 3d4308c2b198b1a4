import type { ReactNode } from 'react';
import styles from './PreviewCard.module.css';

/** Shows how a page will look in another product: in a search engine, or in an app in which its link is shared. */
export function PreviewCard({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>{caption}</figcaption>
      {children}
    </figure>
  );
}
