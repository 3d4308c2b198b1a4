import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import { applicantStatuses, type ListedApplicant } from '#shared/schemas/applicant.ts';
import { useDeskCounts } from '../../api/desk-status.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { readStored, writeStored } from '../../stored.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { SplitPane, useFocusBack } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageHead.tsx';
import { useScreenKeys } from '../../ui/use-screen-keys.ts';
import { guardedLoader } from '../screens.tsx';
import { useReadingOrder } from '../shared/OpenRecord.tsx';
import { Placeholders } from '../shared/PagedList.tsx';
import { ActionsProvider, useApplicantActions } from './ApplicantActions.tsx';
import { focusApplicant, focusedApplicant } from './ApplicantFacts.tsx';
import styles from './ApplicantsScreen.module.css';
import {
  type ApplicantSearchParams,
  FilterBar,
  Header,
  readSearchParams,
  StatusTabs,
  useApplicantParams,
} from './filters.tsx';
import { statusLabels } from './labels.ts';
import { ApplicantList } from './list/ApplicantList.tsx';
import { BulkBar, useSelection } from './list/BulkBar.tsx';
import { applicantsQuery, knownApplicant, useAbilities, useBoard, useNewApplicants } from './queries.ts';
import { focusNote } from './review/Application.tsx';
import { Review } from './review/Review.tsx';

export const loader = guardedLoader((queries, { search }) => {
  const params = readSearchParams(search);
  if (params.view === 'list') void queries.prefetchQuery(applicantsQuery(params));
});

/** All applicants, as a list or as a board, and the review of the open applicant. */
export function Component() {
  return (
    <ActionsProvider>
      <ApplicantsView />
    </ActionsProvider>
  );
}

/** Loaded lazily: the board needs a drag library; the list does not. */
const Board = lazy(() => import('./board/Board.tsx'));

/** List or board with its filters, the review next to it, and the keyboard shortcuts. */
function ApplicantsView() {
  const { params, openId, open, close } = useApplicantParams();
  const { filters, sort, view } = params;
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
  const selection = useSelection(JSON.stringify([filters, sort, view]));
  const steps = useReviewSteps(isList ? listIds : board.ids, isList ? list.data?.last_page : 1);
  const ofScreen = {
    j: () => steps.step(1),
    k: () => steps.step(-1),
    '/': () => {
      search.current?.focus();
      search.current?.select();
    },
    '?': () => showHelp(true),
  };
  useActionKeys(shortcutsOn, openId, ofScreen, {
    o: ({ id }) => open(id),
    x: ({ id }) => isList && bulk && selection.choose([id], !selection.ids.has(id)),
  });
  const isOffered = !isCallMissing(isList ? list.error : board.columns.error);
  return (
    <>
      {openId === undefined && <PageTitle>Applicants</PageTitle>}
      <SplitPane open={openId !== undefined}>
        <div>
          <Header
            unread={waiting?.unread_applicants ?? (isList ? list.data?.unread : undefined)}
            onHelp={() => showHelp(true)}
          />
          {isOffered && <FilterBar searchRef={search} />}
          <div ref={container} className="stack4">
            {!isList && (
              <Suspense fallback={<Placeholders what="the applicants" heights={['16rem']} />}>
                <Board board={board} />
              </Suspense>
            )}
            {isList && (
              <>
                {isOffered && <StatusTabs counts={list.data?.counts} />}
                <ApplicantList list={list} selection={bulk ? selection : undefined} />
                <BulkBar selection={selection} total={list.data?.total} />
              </>
            )}
          </div>
        </div>
        {openId !== undefined && (
          <Review id={openId} order={steps.order} onLeave={steps.leaveRemoved} onClose={close} />
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
  const keepsOrder = () =>
    params.applicant !== undefined ||
    (params.sort === 'unread' && list.isFetchedAfterMount) ||
    container.current?.contains(document.activeElement) === true;
  const list = useQuery({ ...applicantsQuery(params, keepsOrder), enabled: params.view === 'list' });
  return list;
}

/**
 * Moves from one applicant to the next or previous one. If the review is open, the other applicant is opened in it;
 * otherwise the other row or card is focused. `shown` are the applicants on the screen in reading order.
 */
function useReviewSteps(shown: readonly Id[], last: number | undefined) {
  const opener = useApplicantParams();
  const { params, openId, open, close } = opener;
  const queries = useQueryClient();
  const read = (page: number) => queries.fetchQuery(applicantsQuery({ ...params, page }));
  const order = useReadingOrder(opener, shown, { page: params.page, last, read });
  const { previous, next, nextId, neighbour } = order;
  const focusNeighbour = (by: 1 | -1) => {
    const target = neighbour(by, focusedApplicant());
    if (target !== undefined) focusApplicant(target);
  };
  return {
    order,
    step: (by: 1 | -1) => (openId === undefined ? focusNeighbour(by) : (by === 1 ? next : previous)?.()),
    /** Opens the next applicant when the open one is deleted. */
    leaveRemoved: () => (nextId === undefined ? close() : open(nextId)),
  };
}

/**
 * Handles the keys of the screen, and those that act on the open applicant, or on the applicant whose row or card has
 * the focus. A key that finds no applicant, or that the host does not support, stays the browser's.
 */
function useActionKeys(
  on: boolean,
  openId: Id | undefined,
  ofScreen: Record<string, () => void>,
  ofRow: Record<string, (applicant: ListedApplicant) => unknown>,
) {
  const queries = useQueryClient();
  const { move, mark, mail } = useApplicantActions();
  useScreenKeys(on, (key) => {
    if (ofScreen[key]) return ofScreen[key]();
    const id = openId ?? focusedApplicant();
    const applicant = id === undefined ? undefined : knownApplicant(queries, id);
    if (!applicant) return false;
    const status = applicantStatuses[Number(key) - 1];
    if (status) return move(applicant, status);
    const acts: typeof ofRow = {
      u: () => mark(applicant, applicant.is_read === 1 ? 'unread' : 'read'),
      m: () => (mail ? mail([applicant]) : false),
      n: focusNote,
      ...ofRow,
    };
    return acts[key] ? acts[key](applicant) : false;
  });
}

/** Every key and its action, as the dialog lists them. */
const shortcutLabels: readonly (readonly [key: string, does: string])[] = [
  ['j', 'Next applicant'],
  ['k', 'Previous applicant'],
  ['o', 'Open the focused applicant (or press Enter)'],
  ['Esc', 'Close the review'],
  ...applicantStatuses.map((status, at) => [String(at + 1), `Move to ${statusLabels[status]}`] as const),
  ['u', 'Mark as read or unread'],
  ['n', 'Write a note'],
  ['m', 'Write a mail'],
  ['x', 'Select for bulk changes'],
  ['/', 'Search'],
  ['?', 'Show keyboard shortcuts'],
];

const storageKey = 'applicantKeys';

/**
 * Returns whether the shortcuts are on, and a function that switches them on or off: WCAG 2.1.4 requires this for
 * shortcuts of a single key. The choice is stored in this browser; the default is on.
 */
function useShortcutsOn() {
  const [on, setOn] = useState(() => readStored(storageKey) !== 'off');
  return [
    on,
    (next: boolean) => {
      setOn(next);
      writeStored(storageKey, next ? 'on' : 'off');
    },
  ] as const;
}

interface ShortcutsDialogProps {
  on: boolean;
  onSwitch: (on: boolean) => void;
  onClose: () => void;
}

/** Dialog with all shortcuts of the screen and a switch that turns them on or off. */
function ShortcutsDialog({ on, onSwitch, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <div className="stack4">
        <Switch
          label="Keyboard shortcuts"
          hint="Press a single key to act on applicants. Shortcuts are off while you type and when you hold Ctrl, ⌘ or Alt."
          checked={on}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        <dl className={styles.keys} data-off={!on || undefined}>
          {shortcutLabels.map(([key, does]) => (
            <div key={key} className={styles.row}>
              <dt>
                <kbd className={styles.key}>{key}</kbd>
              </dt>
              <dd className={styles.does}>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
