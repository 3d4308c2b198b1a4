import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './UnreadCount.module.css';

/** How many are unread, at the end of a link; nothing when none is. Beyond two digits the eye gets "99+". */
export function UnreadCount({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <VisuallyHidden> {count} unread</VisuallyHidden>
    </>
  );
}
