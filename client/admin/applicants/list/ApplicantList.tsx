import type { ReactNode } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { useDeskSupports } from '../../../api/host-support.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { type ApplicantSearchParams, isNarrowed, rowsPerPage } from '../applicant-search-params.ts';
import type { useApplicants } from '../queries.ts';
import { ApplicantTable, ApplicantTableSkeleton } from './ApplicantTable.tsx';
import type { Selection } from './selection.ts';

interface ApplicantListProps {
  params: ApplicantSearchParams;
  list: ReturnType<typeof useApplicants>;
  /** Undefined where several applicants cannot be changed in one step. */
  selection: Selection | undefined;
  searchFor: (id: Id) => string;
  onOpen: (id: Id) => void;
  onPage: (page: number, how?: { replace: boolean }) => void;
  onClearFilters: () => void;
}

/** The list in each of its states: loading, failed, empty, and rows with pagination. */
export function ApplicantList(props: ApplicantListProps) {
  const { params, list, selection, searchFor, onOpen, onPage, onClearFilters } = props;
  const { page, filters } = params;
  // A host that lacks `matchingApplicants` also has a fixed page size, so the admin cannot choose one.
  const choosesSize = useDeskSupports('matchingApplicants');
  return (
    <PagedList
      list={list}
      what="applicants"
      label="Pages of applicants"
      page={page}
      showPage={onPage}
      window={5}
      ownSize={choosesSize ? rowsPerPage : undefined}
      skeleton={<ApplicantTableSkeleton />}
      empty={<NoApplicants narrowed={isNarrowed(filters)} status={filters.status} onClear={onClearFilters} />}
    >
      {({ data }, stale) => (
        <ApplicantTable
          applicants={data}
          stale={stale}
          openId={params.applicant}
          selection={selection}
          searchFor={searchFor}
          onOpen={onOpen}
        />
      )}
    </PagedList>
  );
}

interface NoApplicantsProps {
  narrowed: boolean;
  status: ApplicantSearchParams['filters']['status'];
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
        title={deskMessages['list.empty']}
        text="No applicants match your search and filters."
        action={clear('Clear search and filters')}
      />
    );
  }
  return (
    <EmptyState
      title={deskMessages['list.empty']}
      text="Applications from the site appear here, the newest first. Open a job under Jobs so that people can apply for it. The careers page also accepts applications without a specific job."
    />
  );
}
