import type { SingleApplicant } from '#shared/schemas/applicant.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronDownIcon, ChevronUpIcon, TrashIcon } from '../../../ui/icons.tsx';
import { useApplicantActions } from '../applicant-actions.ts';
import styles from './ReviewToolbar.module.css';
import type { ReviewProps } from './review-props.ts';
import { sectionId } from './Section.tsx';

interface ReviewToolbarProps extends Pick<ReviewProps, 'onPrevious' | 'onNext' | 'onRemoved'> {
  applicant: SingleApplicant;
}

/** Ways on: to the applicants before and behind, to the parts of this one; and what is done with the whole of them. */
export function ReviewToolbar({ applicant, onPrevious, onNext, onRemoved }: ReviewToolbarProps) {
  const { mark, remove } = useApplicantActions();
  const unread = applicant.is_read === 0;
  const removeNow = async () => {
    if (await remove(applicant)) onRemoved();
  };
  return (
    <div className={styles.toolbar}>
      <div className={styles.group}>
        <IconButton label="Previous applicant" disabled={!onPrevious} onClick={onPrevious}>
          <ChevronUpIcon />
        </IconButton>
        <IconButton label="Next applicant" disabled={!onNext} onClick={onNext}>
          <ChevronDownIcon />
        </IconButton>
      </div>
      <nav className={styles.jumps} aria-label="Parts of this application">
        <Jump to="application">CV</Jump>
        <Jump to="notes">Notes{applicant.notes.length > 0 && ` (${applicant.notes.length})`}</Jump>
        <Jump to="history">History</Jump>
      </nav>
      <div className={styles.group}>
        <Button variant="quiet" onClick={() => mark(applicant, unread ? 'read' : 'unread')}>
          {unread ? 'Mark as read' : 'Mark as unread'}
        </Button>
        <IconButton label={`Delete ${applicant.name}`} title="Delete" onClick={() => void removeNow()}>
          <TrashIcon />
        </IconButton>
      </div>
    </div>
  );
}

function Jump({ to, children }: { to: string; children: React.ReactNode }) {
  const jump = () => {
    const heading = document.getElementById(sectionId(to));
    heading?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={styles.jump} onClick={jump}>
      {children}
    </button>
  );
}
