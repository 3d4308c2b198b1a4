import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { ApiError, isStatus } from './api-error.ts';
import { onCallFailed } from './request.ts';
import { poll } from './session.ts';

const everyMs = 30_000;

/** Milliseconds. When fetching has failed for this long, the last known status is no longer shown. */
const trueForMs = 120_000;

/**
 * The site's status. Polled while the tab is visible; that is possible because the call does not count as activity,
 * so it does not extend the session. Polling stops when the session has ended. A server without this call is asked
 * only once.
 */
const siteStatusQuery = queryOptions({
  queryKey: ['siteStatus'],
  queryFn: ({ signal }) => poll('siteStatus', signal),
  retry: false,
  refetchInterval: ({ state: { error } }) => (isStatus(error, 403, 404) ? false : everyMs),
});

/** A status and the time of its answer, in milliseconds since 1970. */
interface Told {
  status: SiteStatus;
  at: number;
}

/** Returns the site's status; undefined while it is unknown. */
export function useSiteStatus(): Told | undefined {
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery(siteStatusQuery);
  if (!data || errorUpdatedAt - dataUpdatedAt > trueForMs) return undefined;
  return { status: data, at: dataUpdatedAt };
}

/**
 * Refetches the status at once after a call that failed because the API host is down, so that the banner shows the
 * reason.
 */
export function useStatusAfterFailures() {
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
