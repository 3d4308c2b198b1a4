import { translateError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/empty-state/EmptyState.tsx';
import { ErrorState } from '../../../ui/error-state/ErrorState.tsx';
import { useSingleApplicant } from '../queries/single-applicant.ts';
import { Application } from './application/Application.tsx';
import { Notes } from './notes/Notes.tsx';
import { Facts } from './parts/Facts.tsx';
import { History } from './parts/History.tsx';
import { Stage } from './parts/Stage.tsx';
import styles from './ReviewBody.module.css';
import { ReviewSkeleton } from './ReviewSkeleton.tsx';
import { ReviewToolbar } from './ReviewToolbar.tsx';
import type { ReviewProps } from './review-props.ts';

/** The record of one applicant, in each of its states. */
export function ReviewBody({ id, onClose, ...ways }: ReviewProps) {
  const { data: applicant, error, isFetching, refetch } = useSingleApplicant(id);
  if (!applicant) {
    if (!error) return <ReviewSkeleton />;
    const { code, message } = translateError(error);
    if (code === 'applicant.notFound') {
      return (
        <EmptyState
          title="This applicant is no longer here"
          text="They may have been deleted, or their retention period has ended."
          action={<Button onClick={onClose}>Back to the list</Button>}
        />
      );
    }
    return (
      <ErrorState
        title="This applicant could not be loaded"
        text={message}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  return (
    <div className={styles.review}>
      <ReviewToolbar applicant={applicant} {...ways} />
      <Stage applicant={applicant} />
      <Facts applicant={applicant} />
      <Application applicant={applicant} />
      <Notes applicant={applicant} />
      <History events={applicant.events} />
    </div>
  );
}
