import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { readId } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { type ApplicantCounts, applicantSorts, applicantStatuses } from '#shared/schemas/applicant.ts';
import { boardStages } from '#shared/schemas/desk.ts';
import { queryText } from '../../api/call.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { BoardIcon, DownloadIcon, FilterIcon, ListIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { openerOf, rowsPerPage } from '../shared/OpenRecord.tsx';
import { oneOf, readParams, useListParams } from '../shared/PagedList.tsx';
import styles from './filters.module.css';
import { sortLabels, statusLabels } from './labels.ts';
import { jobChoicesQuery, useAbilities } from './queries.ts';

const readers = {
  job_id: (text: string) => (text === 'none' ? text : readId(text)),
  status: oneOf(applicantStatuses),
  is_read: oneOf(['0', '1']),
  sort: oneOf(applicantSorts),
  view: oneOf(['board']),
  applicant: readId,
};

/**
 * State of the Applicants screen that is stored in the URL, so that it survives a reload and can be sent to a
 * colleague as a link. Invalid values are ignored. The filters are named as the parameters of getApplicants;
 * `applicant` is open for review.
 */
export const readSearchParams = (params: URLSearchParams) => stateOf(readParams(params, readers));

function stateOf(read: ReturnType<typeof readParams<typeof readers>>) {
  const { page, per_page, sort, view, applicant, status, search, ...filters } = read;
  return {
    // The board shows all statuses side by side, so it has no status filter.
    filters: { status: view ? undefined : status, ...filters, search },
    sort: sort ?? 'newest',
    view: view ?? ('list' as const),
    page,
    perPage: per_page ?? rowsPerPage,
    applicant,
  };
}

export type ApplicantSearchParams = ReturnType<typeof readSearchParams>;

/** The search params of the screen, and functions that change them. */
export function useApplicantParams() {
  const list = useListParams(readers);
  const params = stateOf(list.filters);
  const none = Object.keys(params.filters).map((name) => [name, undefined]);
  return {
    ...list,
    params,
    ...openerOf(list, 'applicant'),
    clear: () => list.change(Object.fromEntries(none)),
  };
}

/** Search, filters and order of the list. */
export function FilterBar({ searchRef }: { searchRef: Ref<HTMLInputElement> }) {
  const { params, change } = useApplicantParams();
  const { search, status: _, ...selected } = params.filters;
  const { is_read } = selected;
  const [shown, setShown] = useState(false);
  const active = Object.values(selected).filter((value) => value !== undefined).length;
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
  const { data: { data: jobs, complete } = { data: undefined, complete: true } } = useQuery(jobChoicesQuery);
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
  const { params, tab } = useApplicantParams();
  const current = params.filters.status;
  const all = counts && boardStages.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return (
    <CountedTabs
      label="Applicants by status"
      tabs={[
        { key: 'all', label: 'All', count: all, ...tab({ status: undefined }), current: !current },
        ...statuses.map((status) => ({
          key: status,
          label: statusLabels[status],
          count: counts && (counts[status] ?? 0),
          ...tab({ status }),
          current: current === status,
          apart: status === 'spam',
        })),
      ]}
    />
  );
}

interface HeaderProps {
  /** Number of all unread applicants, as in the sidebar; where the host does not count them, of those of the list. */
  unread: number | undefined;
  onHelp: () => void;
}

const views = [
  { value: 'list', label: 'List', Icon: ListIcon },
  { value: 'board', label: 'Board', Icon: BoardIcon },
] as const;

/** The head of the screen: the choice of list or board, the export, and the button for the keyboard shortcuts. */
export function Header({ unread = 0, onHelp }: HeaderProps) {
  const can = useAbilities();
  const { params, change } = useApplicantParams();
  return (
    <ScreenHeader
      title="Applicants"
      page={null}
      actions={
        <>
          {unread > 0 && (
            <span className={styles.unread}>
              <Badge tone="accent">{unread} unread</Badge>
            </span>
          )}
          <SegmentedControl
            label="View"
            hideLabel
            value={params.view}
            options={views}
            onChange={(view) => change({ view: view === 'board' ? view : undefined, status: undefined })}
          />
          {can.exports && (
            <a
              className={classNames(buttonClass({ variant: 'quiet' }), styles.link)}
              href={callPath(contract.exportApplicants) + queryText(params.filters)}
              download
              title="Export CSV"
            >
              <DownloadIcon size={18} /> <span className={styles.exportLabel}>Export CSV</span>
            </a>
          )}
          <IconButton
            className={styles.help}
            label="Keyboard shortcuts"
            onClick={onHelp}
            aria-haspopup="dialog"
          >
            <span className={styles.questionMark}>?</span>
          </IconButton>
        </>
      }
    />
  );
}
