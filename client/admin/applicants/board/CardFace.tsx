import type { ReactNode } from 'react';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../../ui/class-names.ts';
import layout from '../../../ui/layout/layout.module.css';
import { Moment } from '../Moment.tsx';
import { Rating } from '../Rating.tsx';
import { Retention } from '../Retention.tsx';
import { retentionInWords } from '../retention.ts';
import { jobWords } from '../status-words.ts';
import styles from './Board.module.css';

interface CardFaceProps {
  applicant: ListedApplicant;
  name: ReactNode;
  action?: ReactNode;
}

/** What a card shows, on the board and while it is dragged. */
export function CardFace({ applicant, name, action }: CardFaceProps) {
  const { rating, last_submitted_at, retain_until } = applicant;
  return (
    <>
      <span className={styles.head}>
        {name}
        {action}
      </span>
      <span
        className={classNames(layout.clamped, styles.job)}
        dir="auto"
        lang={languageOf(jobWords(applicant))}
      >
        {jobWords(applicant)}
      </span>
      {retentionInWords(retain_until).soon && <Retention until={retain_until} />}
      <span className={styles.foot}>
        <Rating value={rating} />
        <Moment iso={last_submitted_at} />
      </span>
    </>
  );
}
