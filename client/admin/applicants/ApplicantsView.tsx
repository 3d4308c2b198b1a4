import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import { isCallMissing } from '../../api/host-calls.ts';
import { SplitPane } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { focusApplicant, focusedApplicant } from './ApplicantLink.tsx';
import styles from './ApplicantsView.module.css';
import { useApplicantSearchParams } from './applicant-search-params.ts';
import { BoardSkeleton } from './board/BoardSkeleton.tsx';
import { useBoardStages } from './desk-queries.ts';
import { FilterBar, StatusTabs } from './FilterBar.tsx';
import { Header } from './Header.tsx';
import { ApplicantList } from './list/ApplicantList.tsx';
import { BulkBar } from './list/BulkBar.tsx';
import { useSelection } from './list/use-selection.ts';
import { applicantsQuery, useApplicants, useNewApplicants } from './queries.ts';
import { Review } from './review/Review.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { useAbilities } from './use-abilities.ts';
import { useReadingOrder } from './use-reading-order.ts';
import { useShortcuts, useShortcutsOn } from './use-shortcuts.ts';

/** The board brings a library for dragging, which the list does not need. */
const Board = lazy(() => import('./board/Board.tsx'));

/** List or board with its filters, the review beside it, and the shortcuts for both. */
export function ApplicantsView() {
  const { params, change, searchAfter, open, close } = useApplicantSearchParams();
  const { filters, sort, view, page, perPage, applicant: openId } = params;
  const queries = useQueryClient();
  const container = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const [shortcutsOn, switchShortcuts] = useShortcutsOn();
  const [mayHaveMore, setMayHaveMore] = useState(true);
  /** With an applicant open by an address, "next" may be pressed before the list has loaded. */
  const [nextOnLoad, setNextOnLoad] = useState(false);

  const listKey = JSON.stringify([filters, sort, page, perPage]);
  /** The list that has come since this screen was opened, or since another one was looked at. */
  const settled = useRef<string>(undefined);
  const sortsAnew = useRef(false);
  // Whoever is read keeps their place until the list is left: unread first, it would be sorted anew under the hand.
  // Who was moved among others goes at once: the next change of several would take a row that stays along.
  const keepsOrder = () =>
    openId !== undefined ||
    (!sortsAnew.current &&
      ((sort === 'unread' && settled.current === listKey) ||
        (container.current?.contains(document.activeElement) ?? false)));
  const list = useApplicants({ filters, sort, page, perPage }, keepsOrder, view === 'list');
  useNewApplicants();
  const hasSettled = view === 'list' && list.isSuccess && !list.isPlaceholderData && !list.isFetching;
  useEffect(() => {
    if (hasSettled) {
      settled.current = listKey;
      sortsAnew.current = false;
    } else if (settled.current !== listKey) settled.current = undefined;
  }, [hasSettled, listKey]);
  const listIds = list.data?.data.map(({ id }) => id) ?? [];
  const selection = useSelection(JSON.stringify([filters, sort, view]), listIds);
  const { bulk } = useAbilities();
  const stages = useBoardStages(filters, view === 'board');
  const order = useReadingOrder(params, listIds, stages.shown ?? []);

  const show = (id: Id) => {
    order.remember(id);
    setMayHaveMore(true);
    setNextOnLoad(false);
    open(id);
  };
  /** After the last row there may be more: a reload may bring unread ones to this page, or there is another page. */
  const showMore = async () => {
    if (view !== 'list') return;
    if (!list.data) return setNextOnLoad(true);
    const { data: fresh } = await list.refetch();
    const more = fresh?.data.find(({ id }) => !listIds.includes(id));
    if (more) return show(more.id);
    if (!fresh || page >= fresh.last_page) return setMayHaveMore(false);
    const next = await queries.fetchQuery(applicantsQuery({ filters, sort, page: page + 1, perPage }));
    const first = next.data[0];
    if (first) change({ page: page + 1, applicant: first.id }, { replace: true });
  };
  const step = (to: 'next' | 'previous') => {
    const from = openId ?? focusedApplicant();
    const target = from === undefined ? order.ids()[0] : order.neighbours(from)[to];
    if (openId === undefined) {
      if (target !== undefined) focusApplicant(target);
    } else if (target !== undefined) show(target);
    else if (to === 'next') void showMore();
  };
  const listLoaded = useEffectEvent(() => {
    if (nextOnLoad && openId !== undefined) step('next');
    setNextOnLoad(false);
  });
  useEffect(() => {
    if (list.data) listLoaded();
  }, [list.data]);
  useShortcuts({
    on: shortcutsOn,
    openId,
    search,
    onStep: step,
    onOpen: show,
    onSelect: (id) => {
      if (view === 'list' && bulk) selection.choose(id, !selection.has(id), false);
    },
    onHelp: () => setHelpOpen(true),
  });

  // The focus goes to the applicant who was open; a sheet by itself returns it to whatever opened it.
  const lastOpen = useRef(openId);
  useEffect(() => {
    if (openId === undefined && lastOpen.current !== undefined) focusApplicant(lastOpen.current);
    lastOpen.current = openId;
  }, [openId]);

  const neighbours = openId === undefined ? undefined : order.neighbours(openId);
  // On the board, whose columns load one by one, only the press shows whether there is another.
  const isFirst = neighbours?.previous === undefined;
  const isLast = neighbours?.next === undefined;
  const leaveRemoved = () => {
    if (neighbours?.next !== undefined) show(neighbours.next);
    else close();
  };
  const isOffered = !isCallMissing(list.error);
  const clearFilters = () =>
    change({
      filters: { job_id: undefined, status: undefined, search: undefined, is_read: undefined },
    });
  return (
    <>
      {openId === undefined && <PageTitle>Applicants</PageTitle>}
      <Header
        filters={filters}
        view={view}
        unread={view === 'list' ? list.data?.unread : undefined}
        onView={(next) => change({ view: next })}
        onHelp={() => setHelpOpen(true)}
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
            <>
              {isOffered && (
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
                onOpen={show}
                onPage={(next, how) => change({ page: next }, how)}
                onClearFilters={clearFilters}
              />
              <BulkBar
                selection={selection}
                filters={filters}
                total={list.data?.total}
                onMoved={() => {
                  sortsAnew.current = true;
                }}
                onCleared={() => container.current?.querySelector<HTMLElement>('thead input')?.focus()}
                onDeleted={(ids) => {
                  if (openId !== undefined && ids.has(openId)) close();
                }}
              />
            </>
          ) : (
            <Suspense fallback={<BoardSkeleton />}>
              <Board
                stages={stages}
                filters={filters}
                sort={sort}
                openId={openId}
                searchFor={(id) => searchAfter({ applicant: id })}
                onOpen={show}
              />
            </Suspense>
          )}
        </div>
        {openId !== undefined && (
          <Review
            id={openId}
            onPrevious={view === 'list' && isFirst ? undefined : () => step('previous')}
            onNext={view === 'list' && isLast && !mayHaveMore ? undefined : () => step('next')}
            onRemoved={leaveRemoved}
            onClose={close}
          />
        )}
      </SplitPane>
      {helpOpen && (
        <ShortcutsDialog on={shortcutsOn} onSwitch={switchShortcuts} onClose={() => setHelpOpen(false)} />
      )}
    </>
  );
}
