import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import type JobPreview from './JobPreview.tsx';
import styles from './PreviewPane.module.css';

const LazyPreview = lazy(() => import('./JobPreview.tsx'));

/** The preview in its place; its code comes when it is first looked at. */
export function PreviewPane(props: Parameters<typeof JobPreview>[0]) {
  return (
    <Suspense fallback={<PreviewPlace />}>
      <LazyPreview {...props} />
    </Suspense>
  );
}

function PreviewPlace() {
  return (
    <div className={styles.place}>
      <VisuallyHidden role="status">Loading the preview…</VisuallyHidden>
      <Skeleton width="30%" />
      <Skeleton width="70%" height="3rem" />
      <Skeleton height="12rem" />
    </div>
  );
}
