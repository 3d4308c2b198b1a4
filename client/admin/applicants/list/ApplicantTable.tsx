import { memo, type ReactNode } from 'react';
import type { Id } from '#shared/id.ts';
import { type ListedApplicant, suspectLinks } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/Table.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { Retention, TimeAgo } from '../ApplicantFacts.tsx';
import { ApplicantLink } from '../ApplicantLink.tsx';
import { formatRetention } from '../labels.ts';
import { useJobLabel } from '../queries.ts';
import { Rating } from '../Rating.tsx';
import { StatusMenu } from '../StatusMenu.tsx';
import { useAbilities } from '../use-abilities.ts';
import { useLatestCall } from '../use-latest-call.ts';
import styles from './ApplicantTable.module.css';
import type { Selection } from './selection.ts';

interface ApplicantTableProps {
  applicants: readonly ListedApplicant[];
  /** True while the rows of the previous page stay on the screen because another page is loading. */
  stale: boolean;
  openId: Id | undefined;
  /** Undefined where several applicants cannot be changed in one step. */
  selection: Selection | undefined;
  searchFor: (id: Id) => string;
  onOpen: (id: Id) => void;
}

export function ApplicantTable(props: ApplicantTableProps) {
  const { applicants, stale, openId, selection, searchFor, onOpen } = props;
  const open = useLatestCall(onOpen);
  const choose = useLatestCall(selection?.choose ?? (() => {}));
  const can = useAbilities();
  const rated = can.rates || applicants.some(({ rating }) => rating > 0);
  const kept = can.retains || applicants.some(({ retain_until: until }) => until !== '');
  const chosenHere = applicants.filter(({ id }) => selection?.has(id)).length;
  return (
    <Frame
      busy={stale}
      rated={rated}
      kept={kept}
      choice={
        selection ? (
          <Checkbox
            hideLabel
            label="Select all on this page"
            checked={chosenHere === applicants.length}
            indeterminate={chosenHere > 0 && chosenHere < applicants.length}
            onChange={(event) => selection.chooseAll(event.target.checked)}
          />
        ) : (
          ''
        )
      }
    >
      {applicants.map((applicant) => (
        <ApplicantRow
          key={applicant.id}
          applicant={applicant}
          search={searchFor(applicant.id)}
          open={applicant.id === openId}
          chosen={selection?.has(applicant.id)}
          rated={rated}
          kept={kept}
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
  /** True if the row is selected; undefined where rows cannot be selected. */
  chosen: boolean | undefined;
  /**
   * `rated` and `kept` are true if the columns for rating and retention are shown. Some hosts have no data for them.
   */
  rated: boolean;
  kept: boolean;
  onOpen: (id: Id) => void;
  onChoose: (id: Id, chosen: boolean, extend: boolean) => void;
}

const ApplicantRow = memo(function ApplicantRow(props: ApplicantRowProps) {
  const { applicant, search, open, chosen, rated, kept, onOpen, onChoose } = props;
  const { id, name, rating, is_read, retain_until, last_submitted_at, letter_links: links = 0 } = applicant;
  const job = useJobLabel()(applicant);
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
        {chosen !== undefined && (
          <Checkbox
            hideLabel
            label={`Select ${name}`}
            checked={chosen}
            onChange={(event) => {
              const extend = event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey;
              onChoose(id, event.target.checked, extend);
            }}
          />
        )}
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
          <span className={layout.clamped} dir="auto" lang={languageOf(job)}>
            {job}
          </span>
          {applicant.city && (
            <bdi className={styles.city} lang={languageOf(applicant.city)}>
              {applicant.city}
            </bdi>
          )}
          {applicant.applied_again === 1 && <Badge>Applied again</Badge>}
          {links >= suspectLinks && <Badge tone="danger">Suspect: {links} links</Badge>}
        </span>
        <span className={styles.narrowFacts}>
          {/* Shown in narrow windows, which have no room for the status column. */}
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
      {rated && (
        <td className={styles.wide}>
          <Rating value={rating} />
        </td>
      )}
      <td className={`${styles.wide} ${styles.soft}`}>
        <TimeAgo iso={last_submitted_at} />
      </td>
      {kept && (
        <td className={`${styles.wide} ${styles.soft}`}>
          <Retention until={retain_until} />
        </td>
      )}
    </tr>
  );
});

/** Placeholder rows, as high as real ones. */
export function ApplicantTableSkeleton() {
  const { rates, retains } = useAbilities();
  return (
    <>
      <VisuallyHidden role="status">Loading the applicants…</VisuallyHidden>
      <Frame busy rated={rates} kept={retains}>
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
            {rates && (
              <td className={styles.wide}>
                <Skeleton width="4.5rem" />
              </td>
            )}
            <td className={styles.wide}>
              <Skeleton width="4.5rem" />
            </td>
            {retains && (
              <td className={styles.wide}>
                <Skeleton width="8rem" />
              </td>
            )}
          </tr>
        ))}
      </Frame>
    </>
  );
}

interface FrameProps {
  busy: boolean;
  rated: boolean;
  kept: boolean;
  choice?: ReactNode;
  children: ReactNode;
}

function Frame({ busy, rated, kept, choice, children }: FrameProps) {
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
            {rated && (
              <th scope="col" className={styles.wide}>
                Rating
              </th>
            )}
            <th scope="col" className={styles.wide}>
              Applied
            </th>
            {kept && (
              <th scope="col" className={styles.wide}>
                Deleted on
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </div>
  );
}
