import { Skeleton } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';

export function CvSkeleton() {
  return (
    <div>
      <VisuallyHidden role="status">Loading the CV…</VisuallyHidden>
      <Skeleton ratio="1 / 1.414" />
    </div>
  );
}
