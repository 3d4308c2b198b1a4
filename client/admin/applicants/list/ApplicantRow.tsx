import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { rowLinkId } from '../keys/focus-row.ts';
import { Moment } from '../Moment.tsx';
import { Rating } from '../Rating.tsx';
import { Retention } from '../Retention.tsx';
import { retentionInWords } from '../retention.ts';
import { StatusMenu } from '../StatusMenu.tsx';
import { jobWords } from '../status-words.ts';
import styles from './ApplicantTable.module.css';

interface ApplicantRowProps {
  applicant: ListedApplicant;
  /** Opens the review; a link, so that it can be opened in another tab. */
  search: string;
  open: boolean;
  chosen: boolean;
  onOpen: (id: Id) => void;
  onChoose: (id: Id, chosen: boolean, extend: boolean) => void;
}

export const ApplicantRow = memo(function ApplicantRow(props: ApplicantRowProps) {
  const { applicant, search, open, chosen, onOpen, onChoose } = props;
  const { id, name, rating, is_read, retain_until, last_submitted_at } = applicant;
  const unread = is_read === 0;
  const soon = retentionInWords(retain_until).soon;
  return (
    <tr
      className={styles.row}
      data-applicant={id}
      data-open={open || undefined}
      data-chosen={chosen || undefined}
      data-unread={unread || undefined}
    >
      <td className={styles.choice}>
        <Checkbox
          hideLabel
          label={`Select ${name}`}
          checked={chosen}
          onChange={(event) => {
            const extend = event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey;
            onChoose(id, event.target.checked, extend);
          }}
        />
      </td>
      <td className={styles.who}>
        <Link
          className={classNames(layout.stretched, styles.name)}
          id={rowLinkId(id)}
          to={{ search }}
          aria-current={open ? 'true' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(id);
          }}
        >
          {unread && <VisuallyHidden>Unread: </VisuallyHidden>}
          <bdi>{name}</bdi>
        </Link>
        <span className={styles.facts}>
          <span className={layout.clamped} dir="auto" lang={languageOf(jobWords(applicant))}>
            {jobWords(applicant)}
          </span>
          {applicant.city && <bdi className={styles.city}>{applicant.city}</bdi>}
        </span>
        <span className={styles.narrowFacts}>
          {/* Where there is no room for a column of it. */}
          <span className={styles.narrowStatus}>
            <StatusMenu applicant={applicant} />
          </span>
          <Rating value={rating} />
          <Moment iso={last_submitted_at} />
          {soon && <Retention until={retain_until} />}
        </span>
      </td>
      <td className={styles.status}>
        <StatusMenu applicant={applicant} />
      </td>
      <td className={styles.wide}>
        <Rating value={rating} />
      </td>
      <td className={`${styles.wide} ${styles.soft}`}>
        <Moment iso={last_submitted_at} />
      </td>
      <td className={`${styles.wide} ${styles.soft}`}>
        <Retention until={retain_until} />
      </td>
    </tr>
  );
});
