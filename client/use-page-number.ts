import { type Location, useLocation } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { useNewestSearchParams } from './use-search-params.ts';

/**
 * Returns the page number from the search param `page`. Any invalid value is page 1. A number above the contract's
 * limit becomes the limit: the list then reports that it has no such page, instead of showing its first one.
 */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), limits.page) : 1;
}

/** How the list was reached. Stored in the state of the history entry, so it survives a reload. */
interface ListHistory {
  /** Number of history entries that paging has added since. */
  pageTurns: number;
  /** The list was opened by its address: no page of this site precedes it in the history. */
  openedDirectly: boolean;
}

function listHistoryOf({ key, state }: Location): ListHistory {
  const { listHistory } = (state ?? {}) as { listHistory?: ListHistory };
  return listHistory ?? { pageTurns: 0, openedDirectly: key === 'default' };
}

/** The page number of the address, and a function that changes it; with `replace` it adds no history entry. */
export function usePageNumber(): [number, (page: number, how?: { replace: boolean }) => void] {
  const [search, change] = useListParams();
  const show = (page: number, how?: { replace: boolean }) =>
    change((next) => {
      if (page > 1) next.set('page', String(page));
      else next.delete('page');
      return next;
    }, how);
  return [pageOf(search), show];
}

/**
 * Returns the search params of a list, and a function that changes them. A history entry that it adds counts as one
 * of the list's.
 */
export function useListParams() {
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
 * Returns the number of history steps back that leave the list, across all its pages; undefined when no page of this
 * site precedes it.
 */
export function useStepsOut(): number | undefined {
  const { pageTurns, openedDirectly } = listHistoryOf(useLocation());
  return openedDirectly ? undefined : pageTurns + 1;
}
