import { useSearchParams } from 'react-router-dom';

/** The page of the list that the address asks for: `?page=`; anything that is no page number is page 1. */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), 1_000_000) : 1;
}

/** The page number of the address, and what changes it. `replace` leaves no step in the history. */
export function usePageNumber(): [number, (page: number, how?: { replace: boolean }) => void] {
  const [search, setSearch] = useSearchParams();
  const show = (page: number, how?: { replace: boolean }) => {
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (page > 1) next.set('page', String(page));
      else next.delete('page');
      return next;
    }, how);
  };
  return [pageOf(search), show];
}
