import type { SingleApplicant } from '#shared/schemas/applicant.ts';
import { Button } from '../../../ui/Button.tsx';
import { ArrowRightIcon } from '../../../ui/icons.tsx';
import { useApplicantActions } from '../applicant-actions.ts';
import { RatingField } from '../RatingField.tsx';
import { StatusMenu } from '../StatusMenu.tsx';
import { nextStatus, statusWords } from '../status-words.ts';
import styles from './Stage.module.css';

/** Where the applicant stands, where they may go, and how good they are. */
export function Stage({ applicant }: { applicant: SingleApplicant }) {
  const { move, rate } = useApplicantActions();
  const { status, reject_reason: reason } = applicant;
  const next = nextStatus(status);
  return (
    <div className={styles.stage}>
      <div className={styles.row}>
        <StatusMenu applicant={applicant} />
        <RatingField value={applicant.rating} onChange={(rating) => rate(applicant, rating)} />
        <span className={styles.moves}>
          {next && (
            <Button onClick={() => move(applicant, next)}>
              {statusWords[next]} <ArrowRightIcon size={16} />
            </Button>
          )}
          {status === 'spam' && <Button onClick={() => move(applicant, 'new')}>Not spam</Button>}
          {next && (
            <Button variant="quiet" onClick={() => move(applicant, 'rejected')}>
              Reject
            </Button>
          )}
        </span>
      </div>
      {status === 'rejected' && reason && (
        <p className={styles.reason}>
          <strong>Reason:</strong> <span dir="auto">{reason}</span>
        </p>
      )}
    </div>
  );
}
