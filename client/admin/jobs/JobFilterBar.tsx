import { jobStatusLabels } from '#shared/job-labels.ts';
import { limits } from '#shared/limits.ts';
import { type JobStatus, jobStatuses } from '#shared/schemas/job.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import styles from './JobFilterBar.module.css';
import type { JobFilters } from './job-filters.ts';

const choices: { value: JobStatus | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  ...jobStatuses.map((value) => ({ value, label: jobStatusLabels[value] })),
];

interface JobFilterBarProps {
  filters: JobFilters;
  onStatus: (status: JobStatus | undefined) => void;
  onSearch: (search: string) => void;
}

/** Narrows the list down. */
export function JobFilterBar({ filters, onStatus, onSearch }: JobFilterBarProps) {
  return (
    <div className={styles.bar}>
      <SegmentedControl
        label="Status of the jobs"
        hideLabel
        value={filters.status ?? 'all'}
        options={choices}
        onChange={(value) => onStatus(value === 'all' ? undefined : value)}
      />
      <SearchField
        label="Search jobs"
        placeholder="Title, department or place"
        maxLength={limits.search}
        value={filters.search}
        onSearch={onSearch}
      />
    </div>
  );
}
