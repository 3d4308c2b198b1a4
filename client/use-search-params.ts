import { type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom';

type Change = (before: URLSearchParams) => URLSearchParams | string;

/**
 * The search params of a screen, and what changes them. A change begins with the address as it is at that moment: what is on the screen is
 * older while another change is being drawn, and that one would be lost. Nothing is changed of an address that somebody has left.
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
