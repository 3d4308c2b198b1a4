import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { useDeskCounts } from '../../api/desk-counts.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { SplitPane, useFocusBack } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useScreenKeys } from '../../ui/use-screen-keys.ts';
import { useApplicantActions } from './ApplicantActions.tsx';
import { focusApplicant, focusedApplicant } from './ApplicantLink.tsx';
import styles from './ApplicantsView.module.css';
import { type ApplicantSearchParams, useApplicantParams } from './applicant-search-params.ts';
import { BoardSkeleton } from './board/BoardSkeleton.tsx';
import { FilterBar, StatusTabs } from './FilterBar.tsx';
import { Header } from './Header.tsx';
import { ApplicantList } from './list/ApplicantList.tsx';
import { BulkBar } from './list/BulkBar.tsx';
import { applicantsQuery, knownApplicant, useBoard, useNewApplicants } from './queries.ts';
import { focusNote } from './review/Notes.tsx';
import { Review } from './review/Review.tsx';
import { useSelection } from './selection.ts';
import { ShortcutsDialog, useShortcutsOn } from './shortcuts.tsx';
import { useAbilities } from './use-abilities.ts';
import { useLatestCall } from './use-latest-call.ts';

/** Loaded lazily: the board needs a drag library; the list does not. */
const Board = lazy(() => import('./board/Board.tsx'));

/** List or board with its filters, the review next to it, and the keyboard shortcuts. */
export function ApplicantsView() {
  const controls = useApplicantParams();
  const { params, change, after, close } = controls;
  const { filters, sort, view, applicant: openId } = params;
  const isList = view === 'list';
  const container = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [helpOpen, showHelp] = useState(false);
  const [shortcutsOn, switchShortcuts] = useShortcutsOn();
  const list = useSteadyList(params, container);
  useFocusBack(container, openId);
  const board = useBoard(params);
  const waiting = useDeskCounts();
  useNewApplicants();
  const listIds = list.data?.data.map(({ id }) => id) ?? [];
  const { bulk } = useAbilities();
  const selection = useSelection(JSON.stringify([filters, sort, view]), listIds);
  const steps = useReviewSteps(controls, isList ? listIds : board.ids, isList ? list.data?.last_page : 1);
  const select = (id: Id) => isList && bulk && selection.choose(id, !selection.has(id), false);
  useActionKeys(shortcutsOn, openId, controls.open, select, {
    j: () => steps.step(1),
    k: () => steps.step(-1),
    '/': () => focusText(search.current),
    '?': () => showHelp(true),
  });
  const isOffered = !isCallMissing(isList ? list.error : board.columns.error);
  const searchFor = (id: Id) => after({ applicant: id, page: params.page });
  return (
    <>
      {openId === undefined && <PageTitle>Applicants</PageTitle>}
      <Header
        filters={filters}
        view={view}
        unread={waiting?.unread_applicants ?? (isList ? list.data?.unread : undefined)}
        onView={(next) => change({ view: next === 'board' ? next : undefined, status: undefined })}
        onHelp={() => showHelp(true)}
      />
      {isOffered && (
        <FilterBar
          filters={filters}
          sort={sort}
          searchRef={search}
          onFilter={(next) => change({ ...next }, { replace: 'search' in next })}
          onSort={(next) => change({ sort: next === 'newest' ? undefined : next })}
        />
      )}
      <SplitPane ref={container} open={openId !== undefined}>
        <div className={styles.main}>
          {!isList && (
            <Suspense fallback={<BoardSkeleton />}>
              <Board board={board} openId={openId} searchFor={searchFor} onOpen={controls.open} />
            </Suspense>
          )}
          {isList && isOffered && (
            <StatusTabs
              current={filters.status}
              counts={list.data?.counts}
              searchFor={(status) => after({ status })}
            />
          )}
          {isList && (
            <>
              <ApplicantList
                params={params}
                list={list}
                selection={bulk ? selection : undefined}
                searchFor={searchFor}
                onOpen={controls.open}
                onPage={(next, how) => change({ page: next }, how)}
                onClearFilters={() =>
                  change({ job_id: undefined, status: undefined, search: undefined, is_read: undefined })
                }
              />
              <BulkBar
                selection={selection}
                params={params}
                total={list.data?.total}
                onCleared={() => container.current?.querySelector<HTMLElement>('thead input')?.focus()}
                onDeleted={(ids) => {
                  if (openId !== undefined && ids.includes(openId)) close();
                }}
              />
            </>
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
      {helpOpen && (
        <ShortcutsDialog on={shortcutsOn} onSwitch={switchShortcuts} onClose={() => showHelp(false)} />
      )}
    </>
  );
}

/** The list. Its rows stay in place while an admin works through it: reading an applicant would otherwise move the row. */
function useSteadyList(params: ApplicantSearchParams, container: RefObject<HTMLElement | null>) {
  const keepsOrder = useLatestCall(
    (): boolean =>
      params.applicant !== undefined ||
      (params.sort === 'unread' && list.isFetchedAfterMount) ||
      container.current?.contains(document.activeElement) === true,
  );
  const list = useQuery({ ...applicantsQuery(params, keepsOrder), enabled: params.view === 'list' });
  return list;
}

/**
 * Moves from one applicant to the next or previous one. If the review is open, the other applicant is opened in it;
 * otherwise the other row or card is focused. `shown` are the applicants on the screen in reading order.
 */
function useReviewSteps(
  { params, change, open, close }: ReturnType<typeof useApplicantParams>,
  shown: readonly Id[],
  lastPage: number | undefined,
) {
  const { page, view, applicant: openId } = params;
  const queries = useQueryClient();
  // On the board the order stays that of the moment at which the applicant was opened, although its card may move to
  // another column.
  const [kept, keep] = useState({ openId, shown });
  if (kept.openId !== openId) keep({ openId, shown });
  const order =
    view === 'board' && openId !== undefined && kept.shown.includes(openId)
      ? kept.shown.filter((id) => id === openId || shown.includes(id))
      : shown;
  const at = openId === undefined ? -1 : order.indexOf(openId);
  const hasMore = lastPage !== undefined && page < lastPage;

  const showNextPage = async () => {
    const next = await queries.fetchQuery(applicantsQuery({ ...params, page: page + 1 }));
    const first = next.data[0];
    if (first) change({ page: page + 1, applicant: first.id }, { replace: true });
  };
  const step = (by: 1 | -1) => {
    if (openId === undefined) {
      const focused = focusedApplicant();
      const target = order[focused === undefined ? 0 : order.indexOf(focused) + by];
      if (target !== undefined) focusApplicant(target);
      return;
    }
    const target = order[at + by];
    if (target !== undefined) open(target);
    else if (by === 1 && hasMore) void showNextPage();
  };

  const next = order[at + 1];
  return {
    step,
    /** `previous` and `next` are undefined if there is no such applicant. */
    previous: at > 0 ? () => step(-1) : undefined,
    next: next !== undefined || hasMore ? () => step(1) : undefined,
    /** Opens the next applicant when the open one is deleted. */
    leaveRemoved: () => {
      if (at >= 0 && next !== undefined) open(next);
      else close();
    },
  };
}

function focusText(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/**
 * Handles the keys of the screen, and those that act on the open applicant, or on the applicant whose row or card has
 * the focus. A key that finds no applicant, or that the host does not support, stays the browser's.
 */
function useActionKeys(
  on: boolean,
  openId: Id | undefined,
  onOpen: (id: Id) => void,
  onSelect: (id: Id) => unknown,
  ofScreen: Record<string, () => void>,
): void {
  const queries = useQueryClient();
  const { move, mark, mail } = useApplicantActions();
  useScreenKeys(on, (key) => {
    if (ofScreen[key]) return ofScreen[key]();
    const id = openId ?? focusedApplicant();
    const applicant = id === undefined ? undefined : knownApplicant(queries, id);
    if (!applicant) return false;
    const status = applicantStatuses[Number(key) - 1];
    const acts: Record<string, () => unknown> = {
      o: () => onOpen(applicant.id),
      x: () => onSelect(applicant.id),
      u: () => mark(applicant, applicant.is_read === 1 ? 'unread' : 'read'),
      m: () => (mail ? mail([applicant]) : false),
      n: focusNote,
    };
    if (status) return move(applicant, status);
    return acts[key] ? acts[key]() : false;
  });
}
