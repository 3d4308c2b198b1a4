import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { pipeline, statusWords } from '../status-words.ts';
import styles from './Board.module.css';

/** The board while its own code loads. */
export function BoardSkeleton() {
  return (
    <div className={styles.board}>
      {pipeline.map((status) => (
        <div key={status} className={styles.column}>
          <h2 className={styles.title}>{statusWords[status]}</h2>
          <ColumnSkeleton says={status === 'new'} />
        </div>
      ))}
    </div>
  );
}

/** Cards of the same size as those to come; one column of them says so. */
export function ColumnSkeleton({ says }: { says: boolean }) {
  return (
    <div className={styles.cards}>
      {says && <VisuallyHidden role="status">Loading the applicants…</VisuallyHidden>}
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
