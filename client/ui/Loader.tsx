import { frame } from '#shared/words/en/frame.ts';
import { useWords } from '../words.ts';
import styles from './Loader.module.css';

interface LoaderProps {
  label?: string;
  /** True if the loader fills the height of the screen. */
  page?: boolean;
}

/**
 * The loading spinner of the whole product (docs/product.md §2). It appears after a short delay, so that it does not
 * flash when loading is fast.
 */
export function Loader({ label, page = false }: LoaderProps) {
  const words = useWords(frame);
  return (
    <div className={page ? styles.page : styles.inline} role="status">
      <svg className={styles.star} viewBox="-12 -12 24 24" width="40" height="40" aria-hidden="true">
        <rect x="-7" y="-7" width="14" height="14" />
        <rect x="-7" y="-7" width="14" height="14" transform="rotate(45)" />
      </svg>
      <span className={styles.label}>{label ?? words('state.loading')}…</span>
    </div>
  );
}
