import { type Location, type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';

type Change = (before: URLSearchParams) => URLSearchParams | string;

/**
 * Returns the search params of a screen, and a function that changes them. A change starts from the params in the
 * address bar, because the rendered params may still lack the previous change. After the person has left the path, a
 * change does nothing.
 */
export function useNewestSearchParams(): [URLSearchParams, (change: Change, how?: NavigateOptions) => void] {
  const [shown, set] = useSearchParams();
  const { pathname } = useLocation();
  return [
    shown,
    (change, how) => {
      if (location.pathname === pathname) set(() => change(new URLSearchParams(location.search)), how);
    },
  ];
}

/**
 * Returns the page number in the search params (`page`). An invalid value counts as page 1. A number above the
 * contract's limit counts as the limit, so that the list reports a missing page instead of showing page 1.
 */
export function pageOf(search: URLSearchParams) {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), limits.page) : 1;
}

/** How a person came to the list. Stored in the state of the history entry, so that it survives a reload. */
interface ListHistory {
  /** Number of history entries that changing pages has added since the list was opened. */
  pageTurns: number;
  /** True if the list was opened by its URL, so that no page of this site precedes it in the history. */
  openedDirectly: boolean;
}

function listHistoryOf({ key, state }: Location) {
  const { listHistory } = (state ?? {}) as { listHistory?: ListHistory };
  return listHistory ?? { pageTurns: 0, openedDirectly: key === 'default' };
}

/** Returns the page number in the URL, and a function that changes it. With `replace`, no history entry is added. */
export function usePageNumber(): [number, (page: number, how?: { replace: boolean }) => void] {
  const [search, change] = useCountedParams();
  const show = (page: number, how?: { replace: boolean }) =>
    change((next) => {
      if (page > 1) next.set('page', String(page));
      else next.delete('page');
      return next;
    }, how);
  return [pageOf(search), show];
}

/**
 * Returns the search params of a list, and a function that changes them. The history entries that it adds are counted
 * in `pageTurns`.
 */
export function useCountedParams() {
  const [search, setSearch] = useNewestSearchParams();
  const location = useLocation();
  const change = (next: Parameters<typeof setSearch>[0], { replace = false } = {}) => {
    const { pageTurns, openedDirectly } = listHistoryOf(location);
    const listHistory: ListHistory = { pageTurns: replace ? pageTurns : pageTurns + 1, openedDirectly };
    setSearch(next, { replace, state: { ...location.state, listHistory } });
  };
  return [search, change] as const;
}

/**
 * Returns how many history steps back lead out of the list, past all its pages. Undefined if no page of this site
 * comes before the list.
 */
export function useStepsOut() {
  const { pageTurns, openedDirectly } = listHistoryOf(useLocation());
  return openedDirectly ? undefined : pageTurns + 1;
}
