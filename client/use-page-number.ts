import { type Location, useLocation, useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';

/**
 * The page of the list that the address asks for: `?page=`; anything that is no page number is page 1. A number behind the last
 * that the contract takes is that last one: a list says that it has no such page, and does not show its first one instead.
 */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), limits.page) : 1;
}

/** How a list was come to. It stands in the state of the history's entry, and so survives a reload. */
interface WayIn {
  /** How many steps in the history its pages have made since. */
  turned: number;
  /** The list was opened by its address: nothing of ours is before it. */
  byAddress: boolean;
}

function wayInOf({ key, state }: Location): WayIn {
  const { wayIn } = (state ?? {}) as { wayIn?: WayIn };
  return wayIn ?? { turned: 0, byAddress: key === 'default' };
}

/** The page number of the address, and what changes it. `replace` leaves no step in the history. */
export function usePageNumber(): [number, (page: number, how?: { replace: boolean }) => void] {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const show = (page: number, { replace = false } = {}) => {
    const { turned, byAddress } = wayInOf(location);
    const wayIn: WayIn = { turned: replace ? turned : turned + 1, byAddress };
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (page > 1) next.set('page', String(page));
        else next.delete('page');
        return next;
      },
      { replace, state: { ...location.state, wayIn } },
    );
  };
  return [pageOf(search), show];
}

/**
 * How many steps back in the history lead out of the list, however many of its pages were turned; undefined when nothing
 * of ours is before it.
 */
export function useStepsOut(): number | undefined {
  const { turned, byAddress } = wayInOf(useLocation());
  return byAddress ? undefined : turned + 1;
}
