import { translateError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useSingleApplicant } from '../single-applicant.ts';
import { Application } from './Application.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Notes } from './Notes.tsx';
import styles from './ReviewBody.module.css';
import { ReviewSkeleton } from './ReviewSkeleton.tsx';
import { ReviewToolbar } from './ReviewToolbar.tsx';
import type { ReviewProps } from './review-props.ts';
import { Stage } from './Stage.tsx';

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
