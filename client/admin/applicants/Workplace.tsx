import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import { SplitPane } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { applicantsQuery, useApplicants } from './applicants.ts';
import { BoardSkeleton } from './board/BoardSkeleton.tsx';
import { Head } from './Head.tsx';
import { focusedApplicant, focusRow } from './keys/focus-row.ts';
import { KeysDialog } from './keys/KeysDialog.tsx';
import { useReadingOrder } from './keys/use-reading-order.ts';
import { useReviewKeys } from './keys/use-review-keys.ts';
import { useShortcutsOn } from './keys/use-shortcuts-on.ts';
import { ApplicantList } from './list/ApplicantList.tsx';
import { BulkBar } from './list/BulkBar.tsx';
import { FilterBar } from './list/FilterBar.tsx';
import { StatusTabs } from './list/StatusTabs.tsx';
import { useSelection } from './list/use-selection.ts';
import { Review } from './review/Review.tsx';
import { useApplicantAddress } from './use-applicant-address.ts';
import styles from './Workplace.module.css';

/** Dragging is a library of its own, which the list needs nothing of. */
const Board = lazy(() => import('./board/Board.tsx'));

/** List or board with its filters, the review beside it, and the keys for both. */
export function Workplace() {
  const { address, change, searchAfter, open, close } = useApplicantAddress();
  const { filters, sort, view, page, applicant: openId } = address;
  const queries = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [helping, setHelping] = useState(false);
  const [keysOn, switchKeys] = useShortcutsOn();
  const [mayGoOn, setMayGoOn] = useState(true);
  /** Who came by an address may ask for the next one before the list is there. */
  const [goesOnLater, setGoesOnLater] = useState(false);

  /** While somebody works in the list it keeps its places. */
  const keepsPlaces = () =>
    openId !== undefined || (place.current?.contains(document.activeElement) ?? false);
  const list = useApplicants({ filters, sort, page }, keepsPlaces, view === 'list');
  const listIds = list.data?.data.map(({ id }) => id) ?? [];
  const selection = useSelection(JSON.stringify([filters, sort, view]), listIds);
  const order = useReadingOrder(address, listIds);

  const show = (id: Id) => {
    order.remember(id);
    setMayGoOn(true);
    setGoesOnLater(false);
    open(id);
  };
  /** Behind the last row there may be more: unread ones that came up to this page, or another page. */
  const goOn = async () => {
    if (view !== 'list') return;
    if (!list.data) return setGoesOnLater(true);
    const { data: fresh } = await list.refetch();
    const more = fresh?.data.find(({ id }) => !listIds.includes(id));
    if (more) return show(more.id);
    if (!fresh || page >= fresh.last_page) return setMayGoOn(false);
    const next = await queries.fetchQuery(applicantsQuery({ filters, sort, page: page + 1 }));
    const first = next.data[0];
    if (first) change({ page: page + 1, applicant: first.id }, { replace: true });
  };
  const step = (to: 'next' | 'previous') => {
    const from = openId ?? focusedApplicant();
    const target = from === undefined ? order.ids()[0] : order.around(from)[to];
    if (openId === undefined) {
      if (target !== undefined) focusRow(target);
    } else if (target !== undefined) show(target);
    else if (to === 'next') void goOn();
  };
  const listCame = useEffectEvent(() => {
    if (goesOnLater && openId !== undefined) step('next');
    setGoesOnLater(false);
  });
  useEffect(() => {
    if (list.data) listCame();
  }, [list.data]);
  useReviewKeys({
    on: keysOn,
    openId,
    search,
    onStep: step,
    onOpen: show,
    onSelect: (id) => {
      if (view === 'list') selection.choose(id, !selection.has(id), false);
    },
    onHelp: () => setHelping(true),
  });

  // Who was open is where the focus goes on; a sheet gives it back only to what opened it.
  const lastOpen = useRef(openId);
  useEffect(() => {
    if (openId === undefined && lastOpen.current !== undefined) focusRow(lastOpen.current);
    lastOpen.current = openId;
  }, [openId]);

  const around = openId === undefined ? undefined : order.around(openId);
  // Of the board, whose columns come one by one, nobody knows before the press.
  const isFirst = around?.previous === undefined;
  const isLast = around?.next === undefined;
  const leaveRemoved = () => {
    if (around?.next !== undefined) show(around.next);
    else close();
  };
  const clearFilters = () =>
    change({
      filters: { job_id: undefined, status: undefined, search: undefined, is_read: undefined },
    });
  return (
    <>
      {openId === undefined && <PageTitle>Applicants</PageTitle>}
      <Head
        filters={filters}
        view={view}
        unread={view === 'list' ? list.data?.unread : undefined}
        onView={(next) => change({ view: next })}
        onHelp={() => setHelping(true)}
      />
      <FilterBar
        filters={filters}
        sort={sort}
        searchRef={search}
        onFilter={(next) => change({ filters: next }, { replace: 'search' in next })}
        onSort={(next) => change({ sort: next })}
      />
      <SplitPane ref={place} open={openId !== undefined}>
        <div className={styles.main}>
          {view === 'list' ? (
            <>
              <StatusTabs
                current={filters.status}
                counts={list.data?.counts}
                searchFor={(status) => searchAfter({ filters: { status } })}
              />
              <ApplicantList
                address={address}
                list={list}
                selection={selection}
                searchFor={(id) => searchAfter({ applicant: id })}
                onOpen={show}
                onPage={(next, how) => change({ page: next }, how)}
                onClearFilters={clearFilters}
              />
              <BulkBar
                selection={selection}
                onDeleted={(ids) => {
                  if (openId !== undefined && ids.has(openId)) close();
                }}
              />
            </>
          ) : (
            <Suspense fallback={<BoardSkeleton />}>
              <Board
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
            onNext={view === 'list' && isLast && !mayGoOn ? undefined : () => step('next')}
            onRemoved={leaveRemoved}
            onClose={close}
          />
        )}
      </SplitPane>
      {helping && <KeysDialog on={keysOn} onSwitch={switchKeys} onClose={() => setHelping(false)} />}
    </>
  );
}
