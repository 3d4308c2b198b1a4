import { type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom';

type Change = (before: URLSearchParams) => URLSearchParams | string;

/**
 * Returns the search params of a screen, and a function that changes them. It changes the params in the address bar
 * and not the rendered ones: while an earlier change is still being rendered, the rendered params lack it, and it
 * would be lost. Once the person has left the path, changes do nothing.
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
