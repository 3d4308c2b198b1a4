import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { ApiError } from './api-error.ts';
import { readApi } from './call.ts';
import { onCallFailed } from './request.ts';
import { isSessionOver, noteSessionOver } from './session.ts';

const everyMs = 30_000;

/** Where asking fails for so long, what was known before is not told any more. */
const trueForMs = 120_000;

/**
 * How the site is doing. Asked on a timer while the tab is in sight, which is only possible because the server counts this call as no
 * activity: it does not extend the session. Nothing is asked once the session has ended, and a server without this call is asked once.
 */
export const siteStatusQuery = queryOptions({
  queryKey: ['siteStatus'],
  queryFn: async ({ signal }) => {
    if (isSessionOver()) throw new ApiError('session.required', 401);
    try {
      return await readApi('siteStatus', { signal, background: true });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) noteSessionOver();
      throw error;
    }
  },
  retry: false,
  refetchInterval: ({ state: { error } }) =>
    error instanceof ApiError && [403, 404].includes(error.status) ? false : everyMs,
});

/** A status, and when it was told: milliseconds since 1970. */
interface Told {
  status: SiteStatus;
  at: number;
}

/** What is known of the site; undefined while nothing is. */
export function useSiteStatus(): Told | undefined {
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery(siteStatusQuery);
  if (!data || errorUpdatedAt - dataUpdatedAt > trueForMs) return undefined;
  return { status: data, at: dataUpdatedAt };
}

/** Asks at once after a call that failed because the API host is down: whoever sees a failure wants to know why. */
export function useStatusAfterFailures(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onCallFailed((error) => {
        if (error instanceof ApiError && error.code === 'upstream.down') {
          void queries.refetchQueries({ queryKey: siteStatusQuery.queryKey }, { cancelRefetch: false });
        }
      }),
    [queries],
  );
}
