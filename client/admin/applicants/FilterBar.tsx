import { type Ref, useState } from 'react';
import { readId } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import {
  type ApplicantCounts,
  type ApplicantSort,
  type ApplicantStatus,
  applicantSorts,
} from '#shared/schemas/applicant.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { FilterIcon } from '../../ui/icons.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import type { ApplicantFilters } from './applicant-search-params.ts';
import styles from './FilterBar.module.css';
import { pipeline, sortLabels, statusLabels } from './labels.ts';
import { useJobChoices } from './queries.ts';
import { useAbilities } from './use-abilities.ts';

interface FilterBarProps {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  onFilter: (change: Partial<ApplicantFilters>) => void;
  onSort: (sort: ApplicantSort) => void;
  searchRef: Ref<HTMLInputElement>;
}

/** Search, filters and order of the list. */
export function FilterBar({ filters, sort, onFilter, onSort, searchRef }: FilterBarProps) {
  const { job_id, search, is_read } = filters;
  const [shown, setShown] = useState(false);
  const active = [job_id, is_read].filter((value) => value !== undefined).length;
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchField
          ref={searchRef}
          label="Search applicants"
          showLabel
          placeholder="Name, email, phone, reference or letter"
          value={search ?? ''}
          maxLength={limits.search}
          onSearch={(text) => onFilter({ search: text || undefined })}
        />
      </div>
      {/*
       * On a phone, the job, status and order selects would push the applicants off the screen, so a button shows and
       * hides these selects.
       */}
      <Button
        variant="quiet"
        className={styles.toggle}
        aria-expanded={shown}
        onClick={() => setShown((now) => !now)}
      >
        <FilterIcon size={18} /> Filters{active > 0 && ` (${active})`}
      </Button>
      <div className={styles.more} data-shown={shown || undefined}>
        <JobSelect value={job_id} onChange={(job) => onFilter({ job_id: job })} />
        <Select
          label="Read status"
          value={is_read ?? ''}
          options={readOptions}
          onChange={(event) =>
            onFilter({ is_read: (event.target.value || undefined) as '0' | '1' | undefined })
          }
        />
        <Select
          label="Order"
          value={sort}
          options={sortOptions}
          onChange={(event) => onSort(event.target.value as ApplicantSort)}
        />
      </div>
    </div>
  );
}

const readOptions = [
  { value: '', label: 'Read and unread' },
  { value: '0', label: 'Unread' },
  { value: '1', label: 'Read' },
];

const sortOptions = applicantSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }));

interface JobSelectProps {
  value: ApplicantFilters['job_id'];
  onChange: (job: ApplicantFilters['job_id']) => void;
}

function JobSelect({ value, onChange }: JobSelectProps) {
  const { data: { data: jobs, complete } = { data: undefined, complete: true } } = useJobChoices();
  const options = [
    { value: '', label: 'All jobs' },
    { value: 'none', label: 'No specific job' },
    ...(jobs ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
  ];
  // The URL may name a deleted job, or a job whose title has not loaded. Such a job is shown by its id.
  if (value !== undefined && value !== 'none' && !jobs?.some(({ id }) => id === value)) {
    options.push({ value: String(value), label: `Job ${value}` });
  }
  const choose = (chosen: string) => {
    if (chosen === '') onChange(undefined);
    else onChange(chosen === 'none' ? 'none' : readId(chosen));
  };
  return (
    <Select
      label="Job"
      dir="auto"
      hint={complete ? undefined : `The first ${jobs?.length} jobs. Links from Jobs lead to the others.`}
      value={String(value ?? '')}
      options={options}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

interface StatusTabsProps {
  current: ApplicantStatus | undefined;
  /**
   * Number of applicants per status that match all filters except the status; undefined until the list has loaded.
   */
  counts: ApplicantCounts | undefined;
  searchFor: (status: ApplicantStatus | undefined) => string;
}

/** The statuses as links with their counts. "All" does not include spam. */
export function StatusTabs({ current, counts, searchFor }: StatusTabsProps) {
  const { statuses } = useAbilities();
  const all = counts && pipeline.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return (
    <CountedTabs
      label="Applicants by status"
      tabs={[
        { key: 'all', label: 'All', count: all, to: searchFor(undefined), current: current === undefined },
        ...statuses.map((status) => ({
          key: status,
          label: statusLabels[status],
          count: counts && (counts[status] ?? 0),
          to: searchFor(status),
          current: current === status,
          apart: status === 'spam',
        })),
      ]}
    />
  );
}
