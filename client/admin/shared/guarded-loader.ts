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
 * The loader of an admin screen: asks for what the screen shows while its own code loads. Nobody waits for it: the screen has a
 * skeleton. The layout's guard runs at the same time; without the local flag it is about to leave for the login, and nothing
 * is asked.
 */
export function guardedLoader(prefetch: (queries: QueryClient, address: ScreenAddress) => void) {
  return ({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>): null => {
    if (isMarkedSignedIn()) prefetch(queryClient, { search: new URL(request.url).searchParams, params });
    return null;
  };
}
