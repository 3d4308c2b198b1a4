import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, isStatus } from './api-error.ts';
import { readApi } from './call.ts';
import { useHostSupports } from './host-support.ts';
import { isOffline, onCallFailed } from './request.ts';
import { poll } from './session.ts';

/** Milliseconds between two polls; the numbers are polled while there is no live stream that reports changes. */
const everyMs = 30_000;

/**
 * Numbers of entries that wait for an admin. Like `siteStatus`, they may be polled, because the call does not count
 * as activity and extends no session. Polling stops when the session has ended.
 */
const deskCountsQuery = queryOptions({
  queryKey: ['deskCounts'],
  queryFn: ({ signal }) => poll('deskCounts', signal),
  retry: false,
});

/**
 * Returns the numbers of waiting entries; undefined until they are known, and for a host that does not support the
 * call. While `isLive` is true, a live stream reports changes, so the numbers are not polled.
 */
export function useDeskCounts(isLive = true) {
  const takes = useHostSupports('deskCounts');
  const { data } = useQuery({
    ...deskCountsQuery,
    enabled: takes === true,
    refetchInterval: isLive ? false : everyMs,
  });
  return takes ? data : undefined;
}

/**
 * Number of unread messages of all types; null if the host does not count them. Read when the admin area is opened,
 * when the window gets the focus, and after a change of messages. Never polled, because each call extends the
 * session, and a forgotten tab must not extend it for ever.
 */
export function unreadMessagesQuery() {
  return queryOptions({
    queryKey: ['getMessages', 'unread'],
    queryFn: async ({ signal }) => {
      const page = await readApi('getMessages', { query: { page: 1, status: 'new' }, signal });
      return page.unread ?? null;
    },
    // Not retried, because the number is only an addition to a link. After a failure no number is shown, and it is
    // read again when the window gets the focus.
    retry: false,
  });
}

/** Refetches the sidebar's numbers. Must be called after every change of messages. */
export function refreshUnreadMessages(queries: QueryClient) {
  for (const { queryKey } of [unreadMessagesQuery(), deskCountsQuery])
    void queries.invalidateQueries({ queryKey });
}

/**
 * Returns how many entries of each kind wait for an admin. A stream reports changes of these numbers; without the
 * stream, they are fetched every half minute. If the host does not support the call, there is neither a stream nor a
 * fetch. A hidden tab fetches the numbers when it becomes visible again.
 */
export function usePendingCounts() {
  const queries = useQueryClient();
  const takes = useHostSupports('deskCounts');
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (takes !== true) return;
    const refresh = async () => {
      // Waits for the first fetch: while it runs, an invalidation would not fetch again, although the answer may be
      // older than this change.
      const first = queries.getQueryCache().find({ queryKey: deskCountsQuery.queryKey });
      if (first?.state.data === undefined) await first?.promise?.catch(() => undefined);
      void queries.invalidateQueries({ queryKey: deskCountsQuery.queryKey });
    };
    return followLive({ onChange: () => void refresh(), onState: setLive });
  }, [takes, queries]);
  return useDeskCounts(isLive);
}

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

/** Returns the site's status, and the time of its answer in milliseconds since 1970; undefined while it is unknown. */
export function useSiteStatus() {
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

/** Receives the changes and the state of the live stream. While the stream is down, the caller has to poll. */
interface LiveListener {
  /** A record of the admin area has changed. */
  onChange(): void;
  onState(isLive: boolean): void;
}

/** Milliseconds between a failed attempt and the next one. Doubles with each failure, up to `longestWaitMs`. */
const firstWaitMs = 5_000;
const longestWaitMs = 300_000;

/**
 * Reports changes from a stream while the tab is visible: a browser opens only six connections to a host over HTTP/1.1,
 * and many tabs may be open. `onState` reports whether the stream works: from its `hello` on, which a proxy may hold
 * back. If an answer is not a stream, the browser does not reconnect, so a new one is opened later. Offline, the stream
 * is closed; a new one is opened when the network is back. Returns a function that stops following.
 */
function followLive({ onChange, onState }: LiveListener) {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;

  function rest() {
    source?.close();
    clearTimeout(timer);
    onState(false);
  }

  function open() {
    rest();
    if (isOffline() || document.visibilityState !== 'visible') return;
    source = new EventSource('/api/live');
    source.addEventListener('hello', () => {
      waitMs = firstWaitMs;
      onState(true);
      // Changes may have been missed while no stream was open, so a change is reported.
      onChange();
    });
    source.addEventListener('changed', onChange);
    source.onerror = () => {
      onState(false);
      // Unless it has closed the stream, the browser reconnects by itself.
      if (isOffline()) rest();
      else if (source?.readyState === EventSource.CLOSED) {
        timer = setTimeout(open, waitMs);
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
    };
  }

  window.addEventListener('offline', rest);
  window.addEventListener('online', open);
  document.addEventListener('visibilitychange', open);
  open();
  return () => {
    window.removeEventListener('offline', rest);
    window.removeEventListener('online', open);
    document.removeEventListener('visibilitychange', open);
    clearTimeout(timer);
    source?.close();
  };
}
