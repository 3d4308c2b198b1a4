import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './MessageList.module.css';
import row from './MessageRow.module.css';

/** Rows of the same height as those to come. */
export function MessageListSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the messages…</VisuallyHidden>
      <ul className={styles.list} aria-hidden="true">
        {['38%', '61%', '47%', '55%', '42%', '66%'].map((width) => (
          <li key={width}>
            <span className={row.row}>
              <span className={row.head}>
                <Skeleton width={width} height="1.5em" />
              </span>
              <Skeleton width="80%" height="1.5em" />
              <Skeleton width="90%" height="1.25em" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
