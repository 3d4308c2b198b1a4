import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { messages } from '#shared/messages.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/empty-state/EmptyState.tsx';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { ListFailed } from '../../shared/ListFailed.tsx';
import { type ApplicantAddress, isNarrowed } from '../address/applicant-address.ts';
import type { useApplicants } from '../queries/applicants.ts';
import styles from './ApplicantList.module.css';
import { ApplicantTable, ApplicantTableSkeleton } from './ApplicantTable.tsx';
import type { Selection } from './use-selection.ts';

interface ApplicantListProps {
  address: ApplicantAddress;
  list: ReturnType<typeof useApplicants>;
  selection: Selection;
  searchFor: (id: number) => string;
  onOpen: (id: number) => void;
  onPage: (page: number, how?: { replace: boolean }) => void;
  onClearFilters: () => void;
}

/** The list in each of its states: loading, failed, empty, and rows with their pages. */
export function ApplicantList(props: ApplicantListProps) {
  const { address, list, selection, searchFor, onOpen, onPage, onClearFilters } = props;
  const { data, error, isPlaceholderData, isFetching, refetch } = list;
  const { page, filters } = address;
  const beyond = data && !isPlaceholderData && data.data.length === 0 && page > Math.max(1, data.last_page);
  const lastPage = data?.last_page ?? 1;
  const showLastPage = useEffectEvent(() => onPage(Math.max(1, lastPage), { replace: true }));
  useEffect(() => {
    if (beyond) showLastPage();
  }, [beyond]);

  if (error && (!data || isPlaceholderData)) {
    return <ListFailed what="applicants" error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!data || beyond) return <ApplicantTableSkeleton />;
  if (data.data.length === 0) {
    return <NoApplicants narrowed={isNarrowed(filters)} status={filters.status} onClear={onClearFilters} />;
  }
  return (
    <div className={styles.list}>
      <ApplicantTable
        applicants={data.data}
        stale={isPlaceholderData}
        openId={address.applicant}
        selection={selection}
        searchFor={searchFor}
        onOpen={onOpen}
      />
      <Pagination
        current={page}
        last={data.last_page}
        window={5}
        onChange={onPage}
        label="Pages of applicants"
      />
    </div>
  );
}

interface NoApplicantsProps {
  narrowed: boolean;
  status: ApplicantAddress['filters']['status'];
  onClear: () => void;
}

function NoApplicants({ narrowed, status, onClear }: NoApplicantsProps) {
  const clear = (label: string): ReactNode => (
    <Button variant="quiet" onClick={onClear}>
      {label}
    </Button>
  );
  if (status === 'spam' && !narrowed) {
    return (
      <EmptyState
        title="No spam"
        text="Applications that look automated wait here for 30 days."
        action={clear('Show all applicants')}
      />
    );
  }
  if (narrowed || status) {
    return (
      <EmptyState
        title={messages['list.empty']}
        text="No applicants match your search and filters."
        action={clear('Clear search and filters')}
      />
    );
  }
  return (
    <EmptyState
      title={messages['list.empty']}
      text="Applications from the site appear here, unread ones first. Open a job under Jobs so that people can apply for it. The careers page also accepts applications without a specific job."
    />
  );
}
