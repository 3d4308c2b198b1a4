import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs, Params } from 'react-router-dom';
import { queryClient } from '../../api/query-client.ts';
import { isMarkedSignedIn } from '../../api/session.ts';
import { allRolesMay, whenSignedIn } from './access.tsx';
import { screenAt } from './screens.ts';

/** URL of the screen that is about to be shown. */
interface ScreenAddress {
  search: URLSearchParams;
  params: Params;
}

/**
 * Creates the loader of an admin screen. The loader starts the screen's queries while the screen's code loads.
 * - The router does not wait for the queries, because the screen has a skeleton.
 * - If some roles may not see the screen, the queries start when the session's role is known.
 * - If the browser is not marked as signed in (`isMarkedSignedIn`), no query starts: the guard of the layout runs at
 *   the same time, and redirects to the login page.
 */
export function guardedLoader(prefetch: (queries: QueryClient, address: ScreenAddress) => void) {
  return ({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) => {
    const { pathname, searchParams: search } = new URL(request.url);
    const screen = screenAt(pathname);
    if (!screen || !isMarkedSignedIn()) return null;
    const start = () => prefetch(queryClient, { search, params });
    if (allRolesMay(screen.call)) start();
    else {
      void whenSignedIn().then((may) => {
        if (may(screen.call) && !request.signal.aborted) start();
      });
    }
    return null;
  };
}
