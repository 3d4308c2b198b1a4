import { deskMessages } from '#shared/desk-messages.ts';
import { type ListedApplicant, suspectLinks } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { useDeskSupports } from '../../../api/host-support.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type Column, DataList } from '../../shared/DataList.tsx';
import { rowsPerPage } from '../../shared/OpenRecord.tsx';
import type { PagedListProps } from '../../shared/PagedList.tsx';
import { ApplicantLink, Rating, Retention, StatusMenu, TimeAgo } from '../ApplicantFacts.tsx';
import { type ApplicantSearchParams, useApplicantParams } from '../filters.tsx';
import { formatRetention } from '../labels.ts';
import { useAbilities, useJobLabel } from '../queries.ts';
import styles from './ApplicantList.module.css';
import type { Selection } from './BulkBar.tsx';

interface ApplicantListProps {
  list: PagedListProps<ListedApplicant>['list'];
  /** Undefined where several applicants cannot be changed in one step. */
  selection: Selection | undefined;
}

/** The applicants, page by page. In a narrow window, status and facts are below the name. */
export function ApplicantList({ list, selection }: ApplicantListProps) {
  const { params, change, clear } = useApplicantParams();
  const { page, filters } = params;
  // A host that lacks `matchingApplicants` also has a fixed page size, so the admin cannot choose one.
  const choosesSize = useDeskSupports('matchingApplicants');
  const jobLabel = useJobLabel();
  const can = useAbilities();
  const shown = list.data?.data ?? [];
  // Some hosts have no data for the columns of rating and retention.
  const rated = can.rates || shown.some(({ rating }) => rating > 0);
  const kept = can.retains || shown.some(({ retain_until: until }) => until !== '');
  const columns: (Column<ListedApplicant> | false)[] = [
    {
      head: 'Applicant',
      className: styles.who,
      cell: (applicant) => {
        const { rating, retain_until, last_submitted_at, letter_links: links = 0, city } = applicant;
        const job = jobLabel(applicant);
        return (
          <>
            <ApplicantLink applicant={applicant} className={styles.name} />
            <span className={styles.facts}>
              <span className="clamped" dir="auto" lang={languageOf(job)}>
                {job}
              </span>
              {city && <bdi lang={languageOf(city)}>{city}</bdi>}
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
              {formatRetention(retain_until).soon && <Retention until={retain_until} />}
            </span>
          </>
        );
      },
    },
    {
      head: 'Status',
      className: styles.status,
      cell: (applicant) => <StatusMenu applicant={applicant} />,
    },
    rated && {
      head: 'Rating',
      className: styles.wide,
      cell: ({ rating }) => <Rating value={rating} />,
    },
    {
      head: 'Applied',
      className: classNames(styles.wide, styles.soft),
      cell: ({ last_submitted_at: at }) => <TimeAgo iso={at} />,
    },
    kept && {
      head: 'Deleted on',
      className: classNames(styles.wide, styles.soft),
      cell: ({ retain_until: until }) => <Retention until={until} />,
    },
  ];
  return (
    <div className={styles.container}>
      <DataList
        list={list}
        params={{ filters: { page }, change }}
        name="Applicants"
        what="applicants"
        one="applicant"
        ownSize={choosesSize ? rowsPerPage : undefined}
        empty={emptyTexts(filters, clear)}
        className={styles.table}
        columns={columns.filter((column) => column !== false)}
        titleOf={({ name }) => name}
        selection={selection ?? null}
        rowProps={({ id, is_read }) => ({
          className: styles.row,
          'data-applicant': id,
          'data-chosen': selection?.ids.has(id) || undefined,
          'data-unread': is_read === 0 || undefined,
        })}
      />
    </div>
  );
}

function emptyTexts(filters: ApplicantSearchParams['filters'], onClear: () => void) {
  const clear = (label: string) => (
    <Button variant="quiet" onClick={onClear}>
      {label}
    </Button>
  );
  const { status, ...others } = filters;
  const narrowed = Object.values(others).some((value) => value !== undefined);
  if (status === 'spam' && !narrowed)
    return {
      title: 'No spam',
      text: 'Applications that look automated wait here for 30 days.',
      action: clear('Show all applicants'),
    };
  const title = deskMessages['list.empty'];
  if (narrowed || status)
    return {
      title,
      text: 'No applicants match your search and filters.',
      action: clear('Clear search and filters'),
    };
  return {
    title,
    text: 'Applications from the site appear here, the newest first. Open a job under Jobs so that people can apply for it. The careers page also accepts applications without a specific job.',
  };
}
