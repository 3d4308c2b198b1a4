import { clockTime } from '../ui/dates.ts';
import styles from './DraftStatus.module.css';
import type { DraftState } from './use-draft.ts';

/** Says whether what is typed is safe on this device: "Saved 12:04". */
export function DraftStatus({ draft, dirty }: { draft: DraftState; dirty: boolean }) {
  return (
    <p className={styles.status} role="status" data-problem={isProblem(draft, dirty) || undefined}>
      {dirty && words(draft)}
    </p>
  );
}

function words({ savedAt, outcome, pending }: DraftState) {
  if (outcome === 'failed') return 'This browser cannot keep drafts. Save before you leave.';
  if (outcome === 'elsewhere') return 'This draft is open in another tab. Save here, or continue there.';
  if (savedAt === undefined || pending) return 'Saving a draft…';
  const place = outcome === 'partly' ? 'as a draft, without the largest file' : 'as a draft on this device';
  return (
    <>
      Saved {clockTime(savedAt)} <span className={styles.place}>{place}</span>
    </>
  );
}

function isProblem({ outcome }: DraftState, dirty: boolean): boolean {
  return dirty && (outcome === 'failed' || outcome === 'elsewhere');
}
