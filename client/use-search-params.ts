import { type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom';

type Change = (before: URLSearchParams) => URLSearchParams | string;

/**
 * Returns the search params of a screen, and a function that changes them. A change is applied to the URL in the
 * address bar: the rendered params are older while another change is being rendered, and that change would be lost.
 * Once the person has left the path, changes do nothing.
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
