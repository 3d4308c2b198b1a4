import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { parseUrl } from '#shared/ponyfills.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import { type TranslatedError, translateError } from '../../api/api-error.ts';
import { hostCallsQuery } from '../../api/host-calls.ts';
import { queryClient } from '../../api/query-client.ts';
import { fetchSession, isMarkedSignedIn, unmarkSignedIn } from '../../api/session.ts';
import { setDraftOwner } from '../../forms/draft-store.ts';
import { tellRole } from '../shared/rights.ts';

/** What the guard hands to the layout. When the server cannot be reached, that is shown; nobody is signed out. */
export type Guarded = { session: SessionState } | { failure: TranslatedError };

/** How long a screen waits to be told what the API host lacks. It is known already, but for the first time after a start. */
const patienceMs = 1_000;

/** The same of the sign-in page: its code is on its way meanwhile. */
const labelPatienceMs = 300;

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The loader of every admin page: without the flag or a session it redirects to the login page, which leads back afterwards. */
export async function guardAdmin({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<Guarded> {
  const { pathname, search } = new URL(request.url);
  const login = loginPath(pathname + search);
  if (!isMarkedSignedIn()) throw redirect(login);
  let session: SessionState;
  // What a page of visitors was told says nothing of the calls of the admin area: asked for anew, before a screen goes by it.
  queryClient.removeQueries({ queryKey: hostCallsQuery.queryKey });
  const told = queryClient.prefetchQuery(hostCallsQuery);
  try {
    session = await fetchSession({ signal: request.signal });
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { failure: translateError(error) };
  }
  if (session.authenticated) {
    setDraftOwner(session.user?.email);
    tellRole(session.user?.role);
    // A screen that learns only then what the host lacks would move under the finger that presses one of its buttons.
    await Promise.race([told, wait(patienceMs)]);
    return { session };
  }
  unmarkSignedIn();
  throw redirect(login);
}

/** The loader of the login page: redirects an admin who is signed in already. When that cannot be found out, the form is shown. */
export async function redirectSignedIn({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<null> {
  if (!isMarkedSignedIn()) {
    // The form asks for an email address or a user name. It is not to change under who types.
    await Promise.race([queryClient.prefetchQuery(hostCallsQuery), wait(labelPatienceMs)]);
    return null;
  }
  const session = await fetchSession({ signal: request.signal }).catch(() => undefined);
  if (session?.authenticated) throw redirect(nextPath(new URL(request.url).search));
  return null;
}

/** The query parameter of the login page that holds where the admin was going. */
const parameter = 'next';

/** The login page, remembering `path` (with its query) for after sign-in. */
export function loginPath(path?: string): string {
  const login = pathTo('adminLogin');
  return path && path !== pathTo('adminDashboard')
    ? `${login}?${new URLSearchParams({ [parameter]: path })}`
    : login;
}

/**
 * Where to go after sign-in. Only paths of our own under /admin are accepted. Anything else may come from a link on another
 * site, and leads to the dashboard (CWE-601). The URL parser decides, since it reads `//host`, backslashes, dot segments and
 * tabs as the browser does.
 */
export function nextPath(search: string): string {
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
