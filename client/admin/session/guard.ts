import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import { parseUrl } from '#shared/text-formats.ts';
import { type TranslatedError, translateError } from '../../api/api-error.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import { queryClient } from '../../api/query-client.ts';
import { fetchSession, isMarkedSignedIn, unmarkSignedIn } from '../../api/session.ts';
import { setDraftOwner } from '../../forms/draft.ts';
import { setRole } from '../shared/access.tsx';
import { sessionQuery } from './SessionGuard.tsx';

/**
 * Result that the guard passes to the layout. If the server cannot be reached, the layout shows the failure, and the
 * admin stays signed in.
 */
export type Guarded = { session: SessionState } | { failure: TranslatedError };

/**
 * Maximum time for which a screen waits for the list of calls that the API host lacks. Usually the server knows the
 * list already, except just after its start.
 */
const patienceMs = 1_000;

/**
 * Maximum wait of the sign-in page for the list of calls that the API host lacks, in milliseconds. The code of the
 * page loads meanwhile.
 */
const labelTimeoutMs = 300;

function wait(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Loader of every admin page. If the sign-in flag or the session is missing, redirects to the login page, which leads
 * back after sign-in.
 */
export async function guardAdmin({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<Guarded> {
  const { pathname, search } = new URL(request.url);
  const login = loginPath(pathname + search);
  if (!isMarkedSignedIn()) throw redirect(login);
  let session: SessionState;
  // The cached list of calls that the API host lacks may come from a visitor's page, and would then not cover the
  // calls of the admin area. The list is fetched again before a screen uses it.
  queryClient.removeQueries({ queryKey: hostCallsQuery.queryKey });
  const told = queryClient.prefetchQuery(hostCallsQuery);
  try {
    session = await fetchSession({ signal: request.signal });
    queryClient.setQueryData(sessionQuery.queryKey, session);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { failure: translateError(error) };
  }
  if (session.authenticated) {
    setDraftOwner(session.user?.email);
    setRole(session.user?.role);
    // Waits a moment for the list of calls that the API host lacks, because buttons that disappear later would move
    // other buttons while the admin presses one.
    await Promise.race([told, wait(patienceMs)]);
    return { session };
  }
  unmarkSignedIn();
  throw redirect(login);
}

/**
 * Loader of the login page. Redirects an admin who is already signed in. If the session cannot be checked, the login
 * form is shown.
 */
export async function redirectSignedIn({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  if (!isMarkedSignedIn()) {
    // The label of the sign-in field (email address or user name) comes with this query. Waits at most
    // `labelTimeoutMs` for it, so that the label does not change while the admin types.
    await Promise.race([queryClient.prefetchQuery(hostCallsQuery), wait(labelTimeoutMs)]);
    return null;
  }
  const session = await fetchSession({ signal: request.signal }).catch(() => undefined);
  if (session?.authenticated) throw redirect(nextPath(new URL(request.url).search));
  return null;
}

/** Query parameter of the login page that holds the path to open after sign-in. */
const parameter = 'next';

/** Returns the URL of the login page. `path`, with its query, is the path to open after sign-in. */
export function loginPath(path?: string) {
  const login = pathTo('adminLogin');
  return path && path !== pathTo('adminDashboard')
    ? `${login}?${new URLSearchParams({ [parameter]: path })}`
    : login;
}

/**
 * Returns the path to open after sign-in. Only paths of this site below /admin are accepted. Any other value may come
 * from a link on another site (CWE-601), and the dashboard is opened instead. The value is parsed as a URL, so that
 * `//host`, backslashes, dot segments and tabs are understood as the browser understands them.
 */
export function nextPath(search: string) {
  const home = pathTo('adminDashboard');
  const wanted = new URLSearchParams(search).get(parameter);
  const base = 'https://self.invalid';
  const url = wanted?.startsWith('/') ? parseUrl(wanted, base) : undefined;
  if (!url) return home;
  const inside = url.pathname.startsWith(`${pathTo('admin')}/`);
  const again = url.pathname.replace(/\/$/, '') === pathTo('adminLogin');
  if (url.origin !== base || !inside || again) return home;
  return url.pathname + url.search + url.hash;
}
