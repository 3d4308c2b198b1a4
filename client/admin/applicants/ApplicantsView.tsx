import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import { useDeskCounts } from '../../api/desk-counts.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { SplitPane } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import styles from './ApplicantsView.module.css';
import type { ApplicantSearchParams } from './applicant-search-params.ts';
import { BoardSkeleton } from './board/BoardSkeleton.tsx';
import { useBoardStages } from './desk-queries.ts';
import { FilterBar, StatusTabs } from './FilterBar.tsx';
import { Header } from './Header.tsx';
import { ApplicantList } from './list/ApplicantList.tsx';
import { BulkBar } from './list/BulkBar.tsx';
import { type Selection, selectionOf } from './list/selection.ts';
import { useApplicants, useNewApplicants } from './queries.ts';
import { Review } from './review/Review.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { useAbilities } from './use-abilities.ts';
import { type SearchParamsControls, useApplicantSearchParams } from './use-applicant-search-params.ts';
import { useReadingOrder } from './use-reading-order.ts';
import { useReviewSteps } from './use-review-steps.ts';
import { useShortcuts, useShortcutsOn } from './use-shortcuts.ts';
import { initialView, reduceView, type ViewEvent, type ViewState } from './view-state.ts';

/** Loaded lazily: the board needs a drag library; the list does not. */
const Board = lazy(() => import('./board/Board.tsx'));

/** List or board with its filters, the review next to it, and the keyboard shortcuts. */
export function ApplicantsView() {
  const controls = useApplicantSearchParams();
  const { params, change, searchAfter, close } = controls;
  const { filters, sort, view, applicant: openId } = params;
  const container = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [state, dispatch] = useViewState();
  const [shortcutsOn, switchShortcuts] = useShortcutsOn();
  const { list, sortAnew } = useSteadyList(params, container);
  const waiting = useDeskCounts();
  useNewApplicants();
  const listIds = list.data?.data.map(({ id }) => id) ?? [];
  const { bulk } = useAbilities();
  const selection = selectionOf(state.selected, dispatch, JSON.stringify([filters, sort, view]), listIds);
  const stages = useBoardStages(filters, view === 'board');
  const order = useReadingOrder(params, listIds, stages.shown ?? []);
  const steps = useReviewSteps({ controls, list, order, state, dispatch });
  const openHelp = () => dispatch({ type: 'helpOpened' });
  useShortcuts({
    on: shortcutsOn,
    openId,
    search,
    onStep: steps.step,
    onOpen: steps.show,
    onSelect: (id) => {
      if (view === 'list' && bulk) selection.choose(id, !selection.has(id), false);
    },
    onHelp: openHelp,
  });

  const isOffered = !isCallMissing(list.error);
  return (
    <>
      {openId === undefined && <PageTitle>Applicants</PageTitle>}
      <Header
        filters={filters}
        view={view}
        unread={waiting?.unread_applicants ?? (view === 'list' ? list.data?.unread : undefined)}
        onView={(next) => change({ view: next })}
        onHelp={openHelp}
      />
      {isOffered && (
        <FilterBar
          filters={filters}
          sort={sort}
          searchRef={search}
          onFilter={(next) => change({ filters: next }, { replace: 'search' in next })}
          onSort={(next) => change({ sort: next })}
        />
      )}
      <SplitPane ref={container} open={openId !== undefined}>
        <div className={styles.main}>
          {view === 'list' ? (
            <ListView
              controls={controls}
              list={list}
              selection={selection}
              bulk={bulk}
              offered={isOffered}
              onOpen={steps.show}
              onMoved={sortAnew}
              onCleared={() => container.current?.querySelector<HTMLElement>('thead input')?.focus()}
            />
          ) : (
            <Suspense fallback={<BoardSkeleton />}>
              <Board
                stages={stages}
                filters={filters}
                sort={sort}
                openId={openId}
                searchFor={(id) => searchAfter({ applicant: id })}
                onOpen={steps.show}
              />
            </Suspense>
          )}
        </div>
        {openId !== undefined && (
          <Review
            id={openId}
            onPrevious={steps.previous}
            onNext={steps.next}
            onRemoved={steps.leaveRemoved}
            onClose={close}
          />
        )}
      </SplitPane>
      {state.helpOpen && (
        <ShortcutsDialog
          on={shortcutsOn}
          onSwitch={switchShortcuts}
          onClose={() => dispatch({ type: 'helpClosed' })}
        />
      )}
    </>
  );
}

interface ListViewProps {
  controls: SearchParamsControls;
  list: ReturnType<typeof useSteadyList>['list'];
  selection: Selection;
  /** True if several applicants can be changed in one step. */
  bulk: boolean;
  /** True if the host has the call that lists applicants. */
  offered: boolean;
  onOpen: (id: Id) => void;
  onMoved: () => void;
  onCleared: () => void;
}

/** The status tabs, the list, and the bar of bulk changes. */
function ListView(props: ListViewProps) {
  const { controls, list, selection, bulk, offered, onOpen, onMoved, onCleared } = props;
  const { params, change, searchAfter, close } = controls;
  const { filters, applicant: openId } = params;
  return (
    <>
      {offered && (
        <StatusTabs
          current={filters.status}
          counts={list.data?.counts}
          searchFor={(status) => searchAfter({ filters: { status } })}
        />
      )}
      <ApplicantList
        params={params}
        list={list}
        selection={bulk ? selection : undefined}
        searchFor={(id) => searchAfter({ applicant: id })}
        onOpen={onOpen}
        onPage={(next, how) => change({ page: next }, how)}
        onClearFilters={() =>
          change({
            filters: { job_id: undefined, status: undefined, search: undefined, is_read: undefined },
          })
        }
      />
      <BulkBar
        selection={selection}
        filters={filters}
        total={list.data?.total}
        onMoved={onMoved}
        onCleared={onCleared}
        onDeleted={(ids) => {
          if (openId !== undefined && ids.has(openId)) close();
        }}
      />
    </>
  );
}

/** The state of the screen, and a function that changes it. */
function useViewState(): [ViewState, (event: ViewEvent) => void] {
  // `useReducer` is not used, because it renders again even after an event that changes nothing.
  const [state, setState] = useState(initialView);
  const dispatch = useCallback((event: ViewEvent) => setState((now) => reduceView(now, event)), []);
  return [state, dispatch];
}

/**
 * The list of applicants. Its rows stay in place while an admin works through it: reading an applicant would
 * otherwise move the row, because unread applicants come first.
 */
function useSteadyList(params: ApplicantSearchParams, container: RefObject<HTMLElement | null>) {
  const { filters, sort, page, perPage, view, applicant: openId } = params;
  const listKey = JSON.stringify([filters, sort, page, perPage]);
  /**
   * Key of the list that has finished loading on this screen. If its order is "unread first", its rows stay in place
   * when it is refetched.
   */
  const settled = useRef<string>(undefined);
  const sortsAnew = useRef(false);
  const keepsOrder = () =>
    openId !== undefined ||
    (!sortsAnew.current &&
      ((sort === 'unread' && settled.current === listKey) ||
        (container.current?.contains(document.activeElement) ?? false)));
  const list = useApplicants({ filters, sort, page, perPage }, keepsOrder, view === 'list');
  const hasSettled = view === 'list' && list.isSuccess && !list.isPlaceholderData && !list.isFetching;
  useEffect(() => {
    if (hasSettled) {
      settled.current = listKey;
      sortsAnew.current = false;
    } else if (settled.current !== listKey) settled.current = undefined;
  }, [hasSettled, listKey]);
  return {
    list,
    /**
     * Makes the next load sort the rows. Used after a bulk move: the moved rows must leave the list immediately,
     * because a row that stays would be part of the next bulk move.
     */
    sortAnew: () => {
      sortsAnew.current = true;
    },
  };
}
