import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ListIcon, PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { usePageNumber } from '../../use-page-number.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import type { JobToOpen } from './form/JobDialog.tsx';
import { JobFilterBar } from './JobFilterBar.tsx';
import { filtersOf } from './job-filters.ts';
import { jobsQuery } from './jobs.ts';
import { JobList } from './list/JobList.tsx';
import { ReorderPlace } from './list/ReorderPlace.tsx';
import { StatusProblem } from './list/StatusProblem.tsx';
import { useJobChanges } from './list/use-job-changes.ts';
import { useJobFilters } from './use-job-filters.ts';

// Most visits of this screen only look: the form and what drags come when they are asked for.
const JobDialog = lazy(() => import('./form/JobDialog.tsx'));
const ReorderJobs = lazy(() => import('./list/ReorderJobs.tsx'));

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(jobsQuery(filtersOf(search)));
});

/** Jobs, the first screen of the dashboard (docs/product.md §2). */
export function Component() {
  const [filters, setFilters] = useJobFilters();
  const [, showPage] = usePageNumber();
  const [open, setOpen] = useState<JobToOpen>();
  const [reordering, setReordering] = useState(false);
  const reorder = useFocusAfter<HTMLButtonElement>(reordering);
  const { busyId, problem, changeStatus, remove, forgetProblem } = useJobChanges();
  const add = () => setOpen({ kind: 'new' });

  return (
    <>
      <PageTitle>Jobs</PageTitle>
      <ScreenHeader
        title="Jobs"
        actions={
          !reordering && (
            <>
              <Button ref={reorder} variant="quiet" onClick={() => setReordering(true)}>
                <ListIcon /> Reorder
              </Button>
              <Button onClick={add}>
                <PlusIcon /> Post a job
              </Button>
            </>
          )
        }
      />
      {reordering ? (
        <Suspense fallback={<ReorderPlace />}>
          <ReorderJobs onDone={() => setReordering(false)} />
        </Suspense>
      ) : (
        <>
          <JobFilterBar
            filters={filters}
            onStatus={(status) => setFilters({ status })}
            onSearch={(search) => setFilters({ search }, { replace: true })}
          />
          {problem && (
            <StatusProblem
              problem={problem}
              onEdit={() => {
                setOpen({ kind: 'edit', id: problem.job.id });
                forgetProblem();
              }}
              onClose={forgetProblem}
            />
          )}
          <JobList
            filters={filters}
            busyId={busyId}
            showPage={showPage}
            onClear={() => setFilters({ status: undefined, search: '' })}
            onAdd={add}
            onEdit={({ id }) => setOpen({ kind: 'edit', id })}
            onDuplicate={({ id }) => setOpen({ kind: 'copy', id })}
            onStatus={changeStatus}
            onDelete={({ id }) => void remove(id)}
          />
        </>
      )}
      {open && (
        <Suspense fallback={null}>
          <JobDialog open={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** For the button that opens what takes the button's own place: gives it the focus back when `open` ends. */
function useFocusAfter<Control extends HTMLElement>(open: boolean) {
  const control = useRef<Control>(null);
  const wasOpen = useRef(open);
  useLayoutEffect(() => {
    if (wasOpen.current && !open) control.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return control;
}
