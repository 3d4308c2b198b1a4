import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { pipeline, statusLabels } from '../labels.ts';
import styles from './Board.module.css';

/** Placeholder of the board while its code loads. */
export function BoardSkeleton() {
  return (
    <div className={styles.board}>
      {pipeline.map((status) => (
        <div key={status} className={styles.column}>
          <h2 className={styles.title}>{statusLabels[status]}</h2>
          <ColumnSkeleton announced={status === 'new'} />
        </div>
      ))}
    </div>
  );
}

/**
 * Placeholder cards of the size of real ones. Only one column announces to screen readers that applicants are
 * loading.
 */
export function ColumnSkeleton({ announced }: { announced: boolean }) {
  return (
    <div className={styles.cards}>
      {announced && <VisuallyHidden role="status">Loading the applicants…</VisuallyHidden>}
      {['70%', '55%', '62%'].map((width) => (
        <div key={width} className={styles.card}>
          <Skeleton width={width} />
          <Skeleton width="85%" height="0.8em" />
          <Skeleton width="40%" height="1.75rem" />
        </div>
      ))}
    </div>
  );
}
