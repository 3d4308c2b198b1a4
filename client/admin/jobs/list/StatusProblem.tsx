import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './StatusProblem.module.css';
import type { StatusProblemState } from './use-job-changes.ts';

interface StatusProblemProps {
  problem: StatusProblemState;
  onEdit: () => void;
  onClose: () => void;
}

/** Says why a job was not opened or closed, and leads to where that can be mended: a toast would be gone too soon. */
export function StatusProblem({ problem: { job, text }, onEdit, onClose }: StatusProblemProps) {
  return (
    <div className={styles.problem}>
      <Notice>
        <p>
          <bdi>{job.title}</bdi> was not changed. {text}
        </p>
        <p className={styles.actions}>
          <Button variant="quiet" onClick={onEdit}>
            Edit the job
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Dismiss
          </Button>
        </p>
      </Notice>
    </div>
  );
}
