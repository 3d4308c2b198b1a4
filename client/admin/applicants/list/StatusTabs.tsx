import { type ApplicantCounts, type ApplicantStatus, applicantStatuses } from '#shared/schemas/applicant.ts';
import { CountedTabs } from '../../shared/CountedTabs.tsx';
import { pipeline, statusWords } from '../status-words.ts';

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
    <CountedTabs
      label="Applicants by status"
      tabs={[
        { key: 'all', label: 'All', count: all, to: searchFor(undefined), current: current === undefined },
        ...applicantStatuses.map((status) => ({
          key: status,
          label: statusWords[status],
          count: counts && (counts[status] ?? 0),
          to: searchFor(status),
          current: current === status,
          apart: status === 'spam',
        })),
      ]}
    />
  );
}
