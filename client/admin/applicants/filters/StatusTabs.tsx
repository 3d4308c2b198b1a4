import { Link } from 'react-router-dom';
import { type ApplicantCounts, type ApplicantStatus, applicantStatuses } from '#shared/schemas/applicant.ts';
import { pipeline, statusWords } from '../words/status-words.ts';
import styles from './StatusTabs.module.css';

interface StatusTabsProps {
  current: ApplicantStatus | undefined;
  /** How many each status has by the other filters; undefined while nobody knows. */
  counts: ApplicantCounts | undefined;
  searchFor: (status: ApplicantStatus | undefined) => string;
}

/** The statuses as links, each with how many it has. Spam is its own folder: it is not among all. */
export function StatusTabs({ current, counts, searchFor }: StatusTabsProps) {
  const all = counts && pipeline.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return (
    <nav className={styles.tabs} aria-label="Applicants by status">
      <ul className={styles.list}>
        <li>
          <Tab label="All" count={all} to={searchFor(undefined)} current={current === undefined} />
        </li>
        {applicantStatuses.map((status) => (
          <li key={status} className={status === 'spam' ? styles.apart : undefined}>
            <Tab
              label={statusWords[status]}
              count={counts && (counts[status] ?? 0)}
              to={searchFor(status)}
              current={current === status}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TabProps {
  label: string;
  count: number | undefined;
  to: string;
  current: boolean;
}

function Tab({ label, count, to, current }: TabProps) {
  return (
    <Link
      className={styles.tab}
      to={{ search: to }}
      aria-current={current ? 'true' : undefined}
      data-none={count === 0 || undefined}
    >
      {label} {count !== undefined && <span className={styles.count}>{count}</span>}
    </Link>
  );
}
