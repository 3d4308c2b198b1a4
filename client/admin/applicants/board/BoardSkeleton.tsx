import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { pipeline, statusLabels } from '../labels.ts';
import styles from './Board.module.css';

/** Placeholder of the board while it loads, with cards of the size of real ones. */
export function BoardSkeleton() {
  return (
    <div className={styles.board}>
      <VisuallyHidden role="status">Loading the applicants…</VisuallyHidden>
      {pipeline.map((status) => (
        <div key={status} className={styles.column}>
          <h2 className={styles.title}>{statusLabels[status]}</h2>
          <div className={styles.cards}>
            {['70%', '55%', '62%'].map((width) => (
              <div key={width} className={styles.card}>
                <Skeleton width={width} />
                <Skeleton width="85%" height="0.8em" />
                <Skeleton width="40%" height="1.75rem" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
