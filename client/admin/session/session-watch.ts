import { queryOptions } from '@tanstack/react-query';
import type { SessionState } from '#shared/schemas/session.ts';
import { fetchSession } from '../../api/session.ts';

/** Milliseconds. The warning is shown this long before the session ends. */
export const warnBeforeMs = 120_000;
/** Milliseconds between two reads while the warning is shown or the session is over: another tab may renew it. */
const askAgainMs = 15_000;

/** Returns when the session ends, by this browser's clock, from an answer that arrived at `toldAt`. */
export function endOf({ authenticated, expires_in: left = Infinity }: SessionState, toldAt: number): number {
  return authenticated ? toldAt + left * 1000 : toldAt;
}

/** Milliseconds until a warning is due; negative once it is. */
function untilWarning({ data, dataUpdatedAt }: { data?: SessionState; dataUpdatedAt: number }): number {
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
    return wait > 0 ? wait + 1000 : askAgainMs;
  },
  refetchOnWindowFocus: ({ state }) => untilWarning(state) <= 0,
});
