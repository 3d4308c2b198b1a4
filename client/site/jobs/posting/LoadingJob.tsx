import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './LoadingJob.module.css';

/** The places where a posting will stand. */
export function LoadingJob() {
  return (
    <div className={styles.place}>
      <PageTitle>Loading</PageTitle>
      <VisuallyHidden role="status">Loading the position…</VisuallyHidden>
      <Skeleton height="clamp(5rem, 12vw, 11rem)" />
      <div className={styles.head}>
        <Skeleton width="9rem" height="1.6em" />
        <Skeleton width="min(100%, 34rem)" height="clamp(2rem, 5vw, 4.5rem)" />
      </div>
      <div className={styles.body}>
        <div className={styles.lines}>
          {['96%', '100%', '88%', '94%', '60%'].map((width) => (
            <Skeleton key={width} width={width} height="1.2em" />
          ))}
        </div>
        <Skeleton height="15rem" />
      </div>
    </div>
  );
}
