import { memo, type ReactNode } from 'react';
import type { Id } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/Table.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { Retention, TimeAgo } from '../ApplicantFacts.tsx';
import { ApplicantLink } from '../ApplicantLink.tsx';
import { formatRetention, jobLabel } from '../labels.ts';
import { Rating } from '../Rating.tsx';
import { StatusMenu } from '../StatusMenu.tsx';
import { useLatestCall } from '../use-latest-call.ts';
import styles from './ApplicantTable.module.css';
import type { Selection } from './use-selection.ts';

interface ApplicantTableProps {
  applicants: readonly ListedApplicant[];
  /** Another page is loading; these rows are of the one before. */
  stale: boolean;
  openId: Id | undefined;
  selection: Selection;
  searchFor: (id: Id) => string;
  onOpen: (id: Id) => void;
}

export function ApplicantTable(props: ApplicantTableProps) {
  const { applicants, stale, openId, selection, searchFor, onOpen } = props;
  const open = useLatestCall(onOpen);
  const choose = useLatestCall(selection.choose);
  const chosenHere = applicants.filter(({ id }) => selection.has(id)).length;
  return (
    <Frame
      busy={stale}
      choice={
        <Checkbox
          hideLabel
          label="Select all on this page"
          checked={chosenHere === applicants.length}
          indeterminate={chosenHere > 0 && chosenHere < applicants.length}
          onChange={(event) => selection.chooseAll(event.target.checked)}
        />
      }
    >
      {applicants.map((applicant) => (
        <ApplicantRow
          key={applicant.id}
          applicant={applicant}
          search={searchFor(applicant.id)}
          open={applicant.id === openId}
          chosen={selection.has(applicant.id)}
          onOpen={open}
          onChoose={choose}
        />
      ))}
    </Frame>
  );
}

interface ApplicantRowProps {
  applicant: ListedApplicant;
  search: string;
  open: boolean;
  chosen: boolean;
  onOpen: (id: Id) => void;
  onChoose: (id: Id, chosen: boolean, extend: boolean) => void;
}

const ApplicantRow = memo(function ApplicantRow(props: ApplicantRowProps) {
  const { applicant, search, open, chosen, onOpen, onChoose } = props;
  const { id, name, rating, is_read, retain_until, last_submitted_at } = applicant;
  const unread = is_read === 0;
  const soon = formatRetention(retain_until).soon;
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
        <ApplicantLink
          applicant={applicant}
          search={search}
          open={open}
          className={styles.name}
          onOpen={onOpen}
        />
        <span className={styles.facts}>
          <span className={layout.clamped} dir="auto" lang={languageOf(jobLabel(applicant))}>
            {jobLabel(applicant)}
          </span>
          {applicant.city && <bdi className={styles.city}>{applicant.city}</bdi>}
        </span>
        <span className={styles.narrowFacts}>
          {/* Shown where there is no room for the columns. */}
          <span className={styles.narrowStatus}>
            <StatusMenu applicant={applicant} />
          </span>
          <Rating value={rating} />
          <TimeAgo iso={last_submitted_at} />
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
        <TimeAgo iso={last_submitted_at} />
      </td>
      <td className={`${styles.wide} ${styles.soft}`}>
        <Retention until={retain_until} />
      </td>
    </tr>
  );
});

/** Rows of the same height as those to come. */
export function ApplicantTableSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the applicants…</VisuallyHidden>
      <Frame busy>
        {['46%', '61%', '38%', '55%', '49%', '42%', '58%', '51%'].map((width) => (
          <tr key={width} className={styles.row}>
            <td className={styles.choice}>
              <Skeleton width="1.25rem" height="1.25rem" />
            </td>
            <td className={styles.who}>
              <span className={styles.name}>
                <Skeleton width={width} />
              </span>
              <span className={styles.facts}>
                <Skeleton width="9rem" />
              </span>
            </td>
            <td className={styles.status}>
              <Skeleton width="6rem" height="1.75rem" />
            </td>
            <td className={styles.wide}>
              <Skeleton width="4.5rem" />
            </td>
            <td className={styles.wide}>
              <Skeleton width="4.5rem" />
            </td>
            <td className={styles.wide}>
              <Skeleton width="8rem" />
            </td>
          </tr>
        ))}
      </Frame>
    </>
  );
}

function Frame({ busy, choice, children }: { busy: boolean; choice?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.container}>
      <Table
        label="Applicants"
        aria-busy={busy || undefined}
        className={busy ? `${styles.table} ${styles.busy}` : styles.table}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.choice}>
              {choice ?? <VisuallyHidden>Select</VisuallyHidden>}
            </th>
            <th scope="col">Applicant</th>
            <th scope="col" className={styles.status}>
              Status
            </th>
            <th scope="col" className={styles.wide}>
              Rating
            </th>
            <th scope="col" className={styles.wide}>
              Applied
            </th>
            <th scope="col" className={styles.wide}>
              Kept
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </div>
  );
}
