import { queryOptions } from '@tanstack/react-query';
import type { SessionState } from '#shared/schemas/session.ts';
import { endOf, fetchSession } from '../../api/session.ts';

/** Milliseconds. The warning is shown this long before the session ends. */
export const warnBeforeMs = 120_000;
/** Milliseconds between two reads while the warning is shown or the session is over: another tab may renew it. */
const askAgainMs = 15_000;
/** Milliseconds. The longest timer of a browser: a longer one fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Milliseconds until a warning is due; negative once it is. */
function untilWarning({ data, dataUpdatedAt }: { data?: SessionState; dataUpdatedAt: number }) {
  return data ? endOf(data, dataUpdatedAt) - warnBeforeMs - Date.now() : 0;
}

/**
 * The session as the server has last described it. Calls of this or another tab extend it, so it is read again when a
 * warning is due: just then, or when the window gets the focus, because timers do not run while a machine sleeps. Such
 * a read does not extend the session.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => fetchSession({ background: true }),
  retry: false,
  refetchInterval: ({ state }) => {
    const wait = untilWarning(state);
    return wait > 0 ? Math.min(wait + 1000, longestTimerMs) : askAgainMs;
  },
  refetchOnWindowFocus: ({ state }) => untilWarning(state) <= 0,
});
