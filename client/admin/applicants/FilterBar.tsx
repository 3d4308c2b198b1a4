import { type Ref, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { type ApplicantCounts, applicantSorts } from '#shared/schemas/applicant.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { FilterIcon } from '../../ui/icons.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { useApplicantParams } from './applicant-search-params.ts';
import styles from './FilterBar.module.css';
import { pipeline, sortLabels, statusLabels } from './labels.ts';
import { useJobChoices } from './queries.ts';
import { useAbilities } from './use-abilities.ts';

/** Search, filters and order of the list. */
export function FilterBar({ searchRef }: { searchRef: Ref<HTMLInputElement> }) {
  const { params, change } = useApplicantParams();
  const { job_id, search, is_read } = params.filters;
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
          onSearch={(text) => change({ search: text || undefined }, { replace: true })}
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
        <JobSelect />
        <Select
          label="Read status"
          value={is_read ?? ''}
          options={readOptions}
          onChange={(event) => change({ is_read: event.target.value || undefined })}
        />
        <Select
          label="Order"
          value={params.sort}
          options={sortOptions}
          onChange={({ target: { value } }) => change({ sort: value === 'newest' ? undefined : value })}
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

function JobSelect() {
  const { params, change } = useApplicantParams();
  const { job_id: value } = params.filters;
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
  return (
    <Select
      label="Job"
      dir="auto"
      hint={complete ? undefined : `The first ${jobs?.length} jobs. Links from Jobs lead to the others.`}
      value={String(value ?? '')}
      options={options}
      onChange={(event) => change({ job_id: event.target.value || undefined })}
    />
  );
}

/**
 * The statuses as links with their counts, of all applicants that match the other filters; undefined until the list has
 * loaded. "All" does not include spam.
 */
export function StatusTabs({ counts }: { counts: ApplicantCounts | undefined }) {
  const { statuses } = useAbilities();
  const { params, after } = useApplicantParams();
  const current = params.filters.status;
  const all = counts && pipeline.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return (
    <CountedTabs
      label="Applicants by status"
      tabs={[
        { key: 'all', label: 'All', count: all, to: after({ status: undefined }), current: !current },
        ...statuses.map((status) => ({
          key: status,
          label: statusLabels[status],
          count: counts && (counts[status] ?? 0),
          to: after({ status }),
          current: current === status,
          apart: status === 'spam',
        })),
      ]}
    />
  );
}
