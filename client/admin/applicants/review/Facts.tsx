import { type ReactNode, useState } from 'react';
import type { SingleApplicant } from '#shared/schemas/applicant.ts';
import { Button } from '../../../ui/Button.tsx';
import { Moment } from '../Moment.tsx';
import { Retention } from '../Retention.tsx';
import { jobWords } from '../status-words.ts';
import styles from './Facts.module.css';
import { KeepDialog } from './KeepDialog.tsx';

/** What belongs to the applicant and to no single application of theirs. */
export function Facts({ applicant }: { applicant: SingleApplicant }) {
  const [keeping, setKeeping] = useState(false);
  const { submissions_count: count, last_submitted_at: last } = applicant;
  return (
    <dl className={styles.facts}>
      <Fact name="Job">
        <span dir="auto">{jobWords(applicant)}</span>
      </Fact>
      <Fact name="Applied">
        <Moment iso={applicant.created_at} />
        {count > 1 && (
          <>
            , {count} times, last <Moment iso={last} />
          </>
        )}
      </Fact>
      <Fact name="Kept">
        <span className={styles.kept}>
          <Retention until={applicant.retain_until} />
          <Button variant="quiet" className={styles.change} onClick={() => setKeeping(true)}>
            Change
          </Button>
        </span>
      </Fact>
      {keeping && <KeepDialog applicant={applicant} onClose={() => setKeeping(false)} />}
    </dl>
  );
}

interface FactProps {
  name: string;
  /** Takes a row of its own: its value may be long, and is copied. */
  whole?: boolean;
  children: ReactNode;
}

export function Fact({ name, whole = false, children }: FactProps) {
  return (
    <div className={whole ? `${styles.fact} ${styles.whole}` : styles.fact}>
      <dt className={styles.term}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
