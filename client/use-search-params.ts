import { type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom';

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
