import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs, Params } from 'react-router-dom';
import { queryClient } from '../../api/query-client.ts';
import { isMarkedSignedIn } from '../../api/session.ts';

/** The address for which a screen is about to be shown. */
interface ScreenAddress {
  search: URLSearchParams;
  params: Params;
}

/**
 * The loader of an admin screen: starts the screen's queries while its code loads. The router does not wait for them, since the
 * screen has a skeleton. Without the local flag nothing is asked: the layout's guard, which runs at the same time, is about to
 * redirect to the login page.
 */
export function guardedLoader(prefetch: (queries: QueryClient, address: ScreenAddress) => void) {
  return ({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>): null => {
    if (isMarkedSignedIn()) prefetch(queryClient, { search: new URL(request.url).searchParams, params });
    return null;
  };
}
