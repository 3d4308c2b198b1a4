import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './ReviewBody.module.css';

export function ReviewSkeleton() {
  return (
    <div className={styles.review}>
      <VisuallyHidden role="status">Loading the applicant…</VisuallyHidden>
      <Skeleton width="60%" height="2.5rem" />
      <Skeleton width="100%" height="2.5rem" />
      <Skeleton width="100%" height="8rem" />
      <Skeleton width="30%" height="1.5rem" />
      <Skeleton ratio="1 / 1.414" />
    </div>
  );
}
