import type { ReactNode } from 'react';
import type { Id } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/Table.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { ApplicantRow } from './ApplicantRow.tsx';
import styles from './ApplicantTable.module.css';
import { useLatestCall } from './use-latest-call.ts';
import type { Selection } from './use-selection.ts';

interface ApplicantTableProps {
  applicants: readonly ListedApplicant[];
  /** Another page is on its way; these rows are of the one before. */
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
