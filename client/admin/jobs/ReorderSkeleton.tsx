import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './ReorderJobs.module.css';

/** Placeholder of the jobs while they load. */
export function ReorderSkeleton() {
  return (
    <div className={styles.skeletons}>
      <VisuallyHidden role="status">Loading the jobs…</VisuallyHidden>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height="4rem" />
      ))}
    </div>
  );
}
